/**
 * Contact forces: linear springs with dashpots and a Coulomb limit at each contact point, the law of Cundall and Strack
 * (1979) as used with the methods of this library by Nezami et al. 2006 (section 5.2) and Wang et al. 2014 (section 4).
 *
 * Normal force at a point: k o + c u. o is the overlap there (minus its gap), u the speed of approach, and k = K / m. K
 * is the stiffness of the material. m is the effective number of points: (sum of o)^2 / (sum of o^2) over the overlaps
 * of the contact. It is 1 for one point and 4 for a square that is pressed evenly. So the stiffness of a pair, its
 * restitution and the time step do not depend on the number of corners of a contact polygon. A face flat on a wall
 * sinks by its load / K. No force jumps when a point begins or ends to press. The price: only contacts that are pressed
 * evenly or at one point have an elastic energy in the strict sense. There is no tension: where k o + c u < 0 the force
 * is zero.
 *
 * Shear: the motion of B relative to A at the point stretches a spring in the contact plane. The spring and its dashpot
 * pull back with at most friction times the normal force. Beyond that the spring slips and keeps the stretch that it
 * can hold. It is stored by point slot, in the world, and rotates with the contact: by the smallest rotation from the
 * last normal to the current one, and about the normal by the mean rotation of the two bodies. It ends with its point.
 * The motion is that of the middle of the step, because the velocities belong to that time. With the arms of the end of
 * the step, two bodies that turn together as one would seem to slip, and would creep.
 *
 * Damping: c = 2 z sqrt(K M) / m with M = 1 / (1/massA + 1/massB) (one body's mass against walls and bodies that feel
 * no force) and z by damping-ratio.ts; along the plane with the shear stiffness.
 *
 * Sign: the normal points from A to B; forces listed are those on B.
 */
import type { ContactList } from 'dem-contact';
import type { Dynamics } from './dynamics';

/** Sums the forces and torques of all contacts anew; `dt` is the time since the last call, 0 at first. */
export function applyContacts(dynamics: Dynamics, list: ContactList, dt: number): void {
  const { bodies, material, inverseMasses, velocities, angularVelocities, forces, torques, wallVelocities, wallSpins, wallCentres } =
    dynamics;
  const { positions } = bodies;
  const { bodyA, bodyB, normals, shifts, shiftVelocities, pointStart, points, pointGaps, pointSlot, pointBegan } = list;
  const { normalStiffness, shearStiffness, friction } = material;
  const normalDamping = 2 * dynamics.dampingRatio * Math.sqrt(normalStiffness);
  const shearDamping = 2 * dynamics.dampingRatio * Math.sqrt(shearStiffness);
  reserve(dynamics, list);
  const { history, pointForces } = dynamics;
  let elastic = 0;
  forces.fill(0);
  torques.fill(0);

  for (let c = 0; c < list.count; c++) {
    const first = pointStart[c];
    const end = pointStart[c + 1];
    if (first === end) continue;
    const a = 3 * bodyA[c];
    const isWall = bodyB[c] < 0;
    const b = isWall ? 3 * (-1 - bodyB[c]) : 3 * bodyB[c];
    const inverse = inverseMasses[bodyA[c]] + (isWall ? 0 : inverseMasses[bodyB[c]]);
    if (inverse === 0) continue;
    if (isWall && b >= wallVelocities.length)
      throw new Error(`a contact with wall ${-1 - bodyB[c]}, but the loop was made for ${wallVelocities.length / 3} walls`);
    const placesB = isWall ? wallCentres : positions;
    const velocitiesB = isWall ? wallVelocities : velocities;
    const spinsB = isWall ? wallSpins : angularVelocities;
    const share = shareOf(pointGaps, first, end);
    const kn = normalStiffness * share;
    const ks = shearStiffness * share;
    const root = share * Math.sqrt(1 / inverse);
    const cn = normalDamping * root;
    const cs = shearDamping * root;
    const nx = normals[3 * c];
    const ny = normals[3 * c + 1];
    const nz = normals[3 * c + 2];
    const sax = angularVelocities[a];
    const say = angularVelocities[a + 1];
    const saz = angularVelocities[a + 2];
    const sbx = spinsB[b];
    const sby = spinsB[b + 1];
    const sbz = spinsB[b + 2];
    const twist = 0.25 * dt * ((sax + sbx) * nx + (say + sby) * ny + (saz + sbz) * nz);
    let tax = 0;
    let tay = 0;
    let taz = 0;
    let tbx = 0;
    let tby = 0;
    let tbz = 0;
    let sumX = 0;
    let sumY = 0;
    let sumZ = 0;

    for (let p = first; p < end; p++) {
      const h = 6 * pointSlot[p];
      if (pointBegan[p] === 1) history.fill(0, h, h + 3);
      const overlap = -pointGaps[p];
      const x = points[3 * p];
      const y = points[3 * p + 1];
      const z = points[3 * p + 2];
      const rax = x - positions[a];
      const ray = y - positions[a + 1];
      const raz = z - positions[a + 2];
      const rbx = x - placesB[b] - shifts[3 * c];
      const rby = y - placesB[b + 1] - shifts[3 * c + 1];
      const rbz = z - placesB[b + 2] - shifts[3 * c + 2];
      // Turning of the arms, and the velocity of B against A with them as they are now.
      const pax = say * raz - saz * ray;
      const pay = saz * rax - sax * raz;
      const paz = sax * ray - say * rax;
      const pbx = sby * rbz - sbz * rby;
      const pby = sbz * rbx - sbx * rbz;
      const pbz = sbx * rby - sby * rbx;
      const dx = velocitiesB[b] + shiftVelocities[3 * c] + pbx - velocities[a] - pax;
      const dy = velocitiesB[b + 1] + shiftVelocities[3 * c + 1] + pby - velocities[a + 1] - pay;
      const dz = velocitiesB[b + 2] + shiftVelocities[3 * c + 2] + pbz - velocities[a + 2] - paz;
      // With the arms of the middle of the step, to which the velocities belong: they turn and the point moves with the
      // mean of both bodies.
      const qax = pax + 0.5 * dx;
      const qay = pay + 0.5 * dy;
      const qaz = paz + 0.5 * dz;
      const qbx = pbx - 0.5 * dx;
      const qby = pby - 0.5 * dy;
      const qbz = pbz - 0.5 * dz;
      const vx = dx - 0.5 * dt * (sby * qbz - sbz * qby - say * qaz + saz * qay);
      const vy = dy - 0.5 * dt * (sbz * qbx - sbx * qbz - saz * qax + sax * qaz);
      const vz = dz - 0.5 * dt * (sbx * qby - sby * qbx - sax * qay + say * qax);
      const apart = vx * nx + vy * ny + vz * nz;
      const load = overlap > 0 ? kn * overlap - cn * apart : 0;
      let fx = 0;
      let fy = 0;
      let fz = 0;
      if (load > 0) {
        const ux = vx - apart * nx;
        const uy = vy - apart * ny;
        const uz = vz - apart * nz;
        turnSpring(history, h, nx, ny, nz, twist);
        let ex = history[h] + dt * ux;
        let ey = history[h + 1] + dt * uy;
        let ez = history[h + 2] + dt * uz;
        fx = -ks * ex - cs * ux;
        fy = -ks * ey - cs * uy;
        fz = -ks * ez - cs * uz;
        const pull = Math.sqrt(fx * fx + fy * fy + fz * fz);
        const limit = friction * load;
        if (pull > limit) {
          const hold = limit / pull;
          fx *= hold;
          fy *= hold;
          fz *= hold;
          // The spring keeps what it can hold by itself: were the dashpot's part taken off, it would be stretched the
          // wrong way by a fast slip and push on later.
          const stretch = ks * Math.sqrt(ex * ex + ey * ey + ez * ez);
          if (stretch > limit) {
            const keep = limit / stretch;
            ex *= keep;
            ey *= keep;
            ez *= keep;
          }
        }
        set(history, h, ex, ey, ez);
        elastic += 0.5 * (kn * overlap * overlap + ks * (ex * ex + ey * ey + ez * ez));
        fx += load * nx;
        fy += load * ny;
        fz += load * nz;
      } else {
        history.fill(0, h, h + 3);
        elastic += 0.5 * kn * Math.max(0, overlap) * Math.max(0, overlap);
      }
      set(history, h + 3, nx, ny, nz);
      set(pointForces, 3 * p, fx, fy, fz);
      sumX += fx;
      sumY += fy;
      sumZ += fz;
      tax -= ray * fz - raz * fy;
      tay -= raz * fx - rax * fz;
      taz -= rax * fy - ray * fx;
      tbx += rby * fz - rbz * fy;
      tby += rbz * fx - rbx * fz;
      tbz += rbx * fy - rby * fx;
    }
    add(forces, a, -sumX, -sumY, -sumZ);
    add(torques, a, tax, tay, taz);
    if (isWall) continue;
    add(forces, b, sumX, sumY, sumZ);
    add(torques, b, tbx, tby, tbz);
  }
  dynamics.elasticEnergy = elastic;
}

/** The part of the stiffness that each point of a contact has: the sum of squared overlaps over their sum squared. */
function shareOf(gaps: Float64Array, first: number, end: number): number {
  let sum = 0;
  let squares = 0;
  for (let p = first; p < end; p++) {
    const overlap = Math.max(0, -gaps[p]);
    sum += overlap;
    squares += overlap * overlap;
  }
  return sum > 0 ? squares / (sum * sum) : 0;
}

function set(out: Float64Array, at: number, x: number, y: number, z: number): void {
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
}

function add(out: Float64Array, at: number, x: number, y: number, z: number): void {
  out[at] += x;
  out[at + 1] += y;
  out[at + 2] += z;
}

/**
 * Turns the spring at h from the plane of its last normal m to that of n by the smallest turn, then about n by the
 * angle whose half has the tangent `twist`. What rounding leaves along n is taken out.
 */
function turnSpring(history: Float64Array, h: number, nx: number, ny: number, nz: number, twist: number): void {
  let x = history[h];
  let y = history[h + 1];
  let z = history[h + 2];
  if (x === 0 && y === 0 && z === 0) return;
  const mx = history[h + 3];
  const my = history[h + 4];
  const mz = history[h + 5];
  const cosine = nx * mx + ny * my + nz * mz;
  // A normal that turns back within a step has no smallest turn; such a spring means nothing any more.
  if (cosine <= -0.5) {
    history.fill(0, h, h + 3);
    return;
  }
  const f = (x * nx + y * ny + z * nz) / (1 + cosine);
  x -= f * (mx + nx);
  y -= f * (my + ny);
  z -= f * (mz + nz);
  const along = x * nx + y * ny + z * nz;
  x -= along * nx;
  y -= along * ny;
  z -= along * nz;
  const g = 1 / (1 + twist * twist);
  const c = (1 - twist * twist) * g;
  const s = 2 * twist * g;
  history[h] = c * x + s * (ny * z - nz * y);
  history[h + 1] = c * y + s * (nz * x - nx * z);
  history[h + 2] = c * z + s * (nx * y - ny * x);
}

/** Room for the slots and points of a list; it doubles when it is short. */
function reserve(dynamics: Dynamics, list: ContactList): void {
  if (list.pointCount > 0 && list.pointSlot[0] < 0)
    throw new Error('the contact points have no slots: friction needs the contacts of a detector');
  if (dynamics.history.length < 6 * list.pointSlotCount) {
    const longer = new Float64Array(12 * list.pointSlotCount);
    longer.set(dynamics.history);
    dynamics.history = longer;
  }
  if (dynamics.pointForces.length < 3 * list.pointCount) dynamics.pointForces = new Float64Array(6 * list.pointCount);
}
