// @ts-check
// Space seen along (1, 1, 1): face-on at tilt 0, edge-on at tilt 90.

import { line, paths, place, point, show, svg, trace } from "../kit/panels.js";
import { EAST, NORTH, dotProduct, onCircle } from "./space.js";
/** @import {Point, See} from "../kit/page" */

const UP = [1, 1, 1].map((x) => x / Math.sqrt(3));

/** @param {number} tilt @param {Point} center @param {number} scale @returns {See} */
export function camera(tilt, center, scale) {
  const angle = (tilt * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return (p) => [
    center[0] + scale * dotProduct(p, EAST),
    center[1] - scale * (dotProduct(p, NORTH) * cos + dotProduct(p, UP) * sin),
  ];
}

/** @param {See} see */
export function circlePath(see) {
  const at = Array.from({ length: 73 }, (_, i) => point(see(onCircle((i * Math.PI) / 36))));
  return `M${at.join("L")}`;
}

// The axes x, y, z and the direction (1, 1, 1), with their names where there is room for them.
/** @param {Element} parent @param {number} length @returns {(see: See) => void} */
export function axes(parent, length) {
  const [lines, up] = paths("thin", "thin dashed");
  const names = ["x", "y", "z", "(1,1,1)"].map((name) =>
    svg("text", { "text-anchor": "middle"}, name));
  parent.append(lines, up, ...names);
  return (see) => {
    const origin = see([0, 0, 0]);
    const directions = [[1, 0, 0], [0, 1, 0], [0, 0, 1], UP];
    const ends = directions.map((direction) => see(direction.map((x) => x * length)));
    trace(lines, ends.slice(0, 3).map((end) => line(origin, end)).join(""));
    trace(up, line(origin, ends[3]));
    names.forEach((name, i) => {
      const [dx, dy] = [ends[i][0] - origin[0], ends[i][1] - origin[1]];
      const away = Math.hypot(dx, dy);
      show(name, away > 18);
      const further = (away + 10) / (away || 1);
      place(name, [origin[0] + dx * further, origin[1] + dy * further + 4]);
    });
  };
}
