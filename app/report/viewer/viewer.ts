/// <reference lib="dom" />
/** The entry of the page: the picture where the browser has WebGL 2, a message where it has not. */
import type { SceneData } from '../report-data';
import { byId } from './controls';
import { createModel } from './model';
import { createPicture } from './picture';
import { wirePicture } from './wiring';
import { wirePlayback } from './player';

const model = createModel(JSON.parse(byId('scene-data').textContent) as SceneData);
const picture = createPicture(model, byId('picture') as HTMLCanvasElement);
if (picture === null) {
  byId('no-webgl').hidden = false;
} else {
  byId('viewer').hidden = false;
  wirePlayback(picture);
  wirePicture(picture);
}
