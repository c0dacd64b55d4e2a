/** The module of a worker that knows the forces of this folder. */
import { registerForceModel } from 'dem-contact/worker';
import { lawModel } from './dynamics/law-model';
import { volumeModel } from './dynamics/volume-model';

registerForceModel(lawModel);
registerForceModel(volumeModel);
