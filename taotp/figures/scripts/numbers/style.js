// @ts-check
// How the panel of numbers looks.

import { STYLES } from "../view.js";
import CSS from "./numbers.css";

STYLES.push(CSS);
