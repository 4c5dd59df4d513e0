// @ts-check
// How the panel of numbers looks.

import { STYLES } from "../../kit/view.js";
import CSS from "./numbers.css";

STYLES.push(CSS);
