/** Removes rows of a scene file, and renumbers everything that refers to them. */
import type { SceneFile, SceneInteractions } from './scene-file';

/**
 * Keeps the particles and interactions that are marked. Interactions of removed particles are removed too, and so are
 * the interfaces, which refer to particles by number. Notices report this. Driven particles stay those that were
 * driven.
 */
export function selectRows(file: SceneFile, particles: readonly boolean[], interactions: readonly boolean[]): void {
  if (particles.includes(false)) {
    const newIndex = new Int32Array(file.count);
    let count = 0;
    for (let i = 0; i < file.count; i++) newIndex[i] = particles[i] ? count++ : -1;
    const table = file.interactions;
    const whole = interactions.map((keep, c) => keep && newIndex[table.bodyI[c]] >= 0 && newIndex[table.bodyJ[c]] >= 0);
    const lost = whole.flatMap((keep, c) => (keep || !interactions[c] ? [] : [table.lines[c]]));
    if (lost.length > 0) {
      const reason = `${lost.length} interactions of particles that were left out were left out too`;
      file.notices.push({ code: 'skipped', name: '', line: lost[0], reason });
    }
    if (file.interfaces.length > 0) {
      const reason = `all ${file.interfaces.length} interfaces were left out, since they may name this particle, which was left out`;
      file.notices.push({ code: 'skipped', name: '', line: file.lines[particles.indexOf(false)], reason });
      file.interfaces = [];
    }
    selectInteractions(table, whole);
    table.bodyI = table.bodyI.map((i) => newIndex[i]);
    table.bodyJ = table.bodyJ.map((j) => newIndex[j]);
    file.driven = particles.slice(0, file.driven).filter(Boolean).length;
    selectParticles(file, particles, count);
  } else if (interactions.includes(false)) selectInteractions(file.interactions, interactions);
}

function selectParticles(file: SceneFile, keep: readonly boolean[], count: number): void {
  file.count = count;
  file.names = file.names.filter((_, i) => keep[i]);
  file.groups = selected(file.groups, keep);
  file.clusters = selected(file.clusters, keep);
  file.homotheties = selected(file.homotheties, keep);
  file.positions = selected(file.positions, keep, 3);
  file.velocities = selected(file.velocities, keep, 3);
  file.accelerations = selected(file.accelerations, keep, 3);
  file.orientations = selected(file.orientations, keep, 4);
  file.angularVelocities = selected(file.angularVelocities, keep, 3);
  file.angularAccelerations = selected(file.angularAccelerations, keep, 3);
  file.lines = selected(file.lines, keep);
}

function selectInteractions(table: SceneInteractions, keep: readonly boolean[]): void {
  table.count = keep.filter(Boolean).length;
  table.bodyI = selected(table.bodyI, keep);
  table.bodyJ = selected(table.bodyJ, keep);
  table.type = selected(table.type, keep);
  table.subI = selected(table.subI, keep);
  table.subJ = selected(table.subJ, keep);
  table.normals = selected(table.normals, keep, 3);
  table.gaps = selected(table.gaps, keep);
  table.positions = selected(table.positions, keep, 3);
  table.velocities = selected(table.velocities, keep, 3);
  table.normalForces = selected(table.normalForces, keep);
  table.tangentialForces = selected(table.tangentialForces, keep, 3);
  table.moments = selected(table.moments, keep, 3);
  table.damping = selected(table.damping, keep);
  table.lines = selected(table.lines, keep);
}

/** The rows of `width` numbers that are kept. */
export function selected<T extends Float64Array | Int32Array | Uint8Array>(values: T, keep: readonly boolean[], width = 1): T {
  return values.filter((_, k) => keep[Math.floor(k / width)]) as T;
}
