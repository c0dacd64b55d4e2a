/// <reference lib="dom" />
/** The entry of the page: the picture where the browser has WebGL 2, a message where it has not. */
import type { SceneData } from '../report-data';
import { createBlocks } from './blocks';
import { byId } from './controls';
import { createModel } from './model';
import { createPicture } from './picture';
import { createPlayback } from './playback';
import { wirePicture } from './wiring';

async function open(): Promise<void> {
  const data = JSON.parse(byId('scene-data').textContent) as SceneData;
  // The frames need a browser that can inflate; those with WebGL 2 that are kept up to date can.
  const canOpen = data.playback === undefined || 'DecompressionStream' in globalThis;
  const playback = canOpen ? await createPlayback(data) : null;
  const model = createModel(data, canOpen ? await createBlocks(data) : null);
  const picture = canOpen ? createPicture(model, playback, byId('picture') as HTMLCanvasElement) : null;
  if (picture === null) {
    byId('no-webgl').hidden = false;
    return;
  }
  byId('viewer').hidden = false;
  wirePicture(picture);
}

void open();
