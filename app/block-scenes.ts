/** Scenes of deformable blocks as pages that play them. */
import type { DeformableContacts, DeformableSet } from 'dem-contact';
import { breakWedge } from '../bench/papers/deformable/broken-wedge';
import { loadedCantilever } from '../bench/papers/deformable/cantilever';
import type { Watch } from '../bench/papers/deformable/scene';
import { threeBlocks } from '../bench/papers/deformable/three-blocks';
import { createBlockRecorder, type BlockRecord, type BlockRecorder } from './block-record';

/** A scene: its title, what the page says of it, and its run at a refinement of the mesh. */
export interface BlockScene {
  title: string;
  provenance: [string, string][];
  run: (refinement: number, watch: Watch) => void;
  /** Time between two frames, s. */
  interval: number;
}

export const BLOCK_SCENES: Readonly<Record<string, BlockScene>> = {
  cantilever: {
    title: 'A block on a cantilever',
    provenance: [
      ['Cantilever', '4 m x 1 m x 1 m, held at one end; E = 2 GPa, nu = 0.2, 2600 kg/m³'],
      ['Contacts', 'springs of 1 GN/m and 0.8 GN/m, friction 0.6'],
      ['Damping', 'local, 0.7'],
    ],
    // A finer mesh has shorter steps.
    run: (refinement, watch) => loadedCantilever(refinement, 1500 * 2 ** refinement, watch),
    interval: 4e-3,
  },
  wedge: {
    title: 'A wedge that meets the ground and breaks',
    provenance: [
      ['Problem', 'Wang, Li and Feng 2014, section 5.5; the wedge meets the ground 1.9 s after rest'],
      ['Rock', 'E = 20 GPa, nu = 0.25; cohesion 8.6 MPa, tensile strength 5.3 MPa'],
    ],
    run: (refinement, watch) => breakWedge([1.94], refinement, 1, watch),
    interval: 5e-4,
  },
  blocks: {
    title: 'A cube falls on two blocks',
    provenance: [
      ['Problem', 'Wang, Li and Feng 2014, section 5.1, with a thousandth of the stiffness'],
      ['Material', 'E = 30 GPa, nu = 0.22, 2500 kg/m³'],
    ],
    run: (refinement, watch) => threeBlocks(refinement, 1, watch),
    interval: 0.01,
  },
};

/** Runs a scene and keeps frames of it. */
export function recordBlocks({ run, interval }: BlockScene, refinement: number): BlockRecord {
  let recorder: BlockRecorder | undefined;
  run(refinement, (set: DeformableSet, contacts: DeformableContacts, dt: number) => {
    recorder ??= createBlockRecorder(set, contacts);
    recorder.keep(dt, interval);
  });
  if (recorder === undefined) throw new Error('the scene has made no step');
  return recorder.record();
}
