import { compare } from './scene.mjs';

console.log(JSON.stringify(await compare({}, true)));
