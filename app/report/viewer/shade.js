/*
 * Shading pass: from the two layers to colours. Light, ambient occlusion, outlines where the body changes, fine lines where the face changes,
 * and the contacts: in front of the bodies at full strength, behind them shining through as far as the bodies are transparent.
 */
import { SHADES } from './raster.js';

/** Light of every face and cut for the current view: base colour of its body times the light, into out (3 bytes a face). */
export function lightFaces(out, model, view, bodyColours, cutNormal) {
  const light = [0, 1, 2].map((k) => -0.55 * view.forward[k] + 0.62 * view.up[k] - 0.5 * view.right[k]);
  const length = Math.sqrt(light[0] ** 2 + light[1] ** 2 + light[2] ** 2);
  const [lx, ly, lz] = light.map((v) => v / length);
  const { normals, bodyOfFace, faceCount, isWall } = model;
  for (let f = 0; f < bodyOfFace.length; f++) {
    const isCut = f >= faceCount;
    if (isCut && !cutNormal) break;
    const nx = isCut ? cutNormal[0] : normals[3 * f];
    const ny = isCut ? cutNormal[1] : normals[3 * f + 1];
    const nz = isCut ? cutNormal[2] : normals[3 * f + 2];
    const diffuse = Math.max(0, nx * lx + ny * ly + nz * lz);
    // Cuts are lit evenly, so that they read as a section and not as one more face; walls are background and kept light.
    const body = bodyOfFace[f];
    let strength = 0.5 + 0.1 * nz + 0.5 * diffuse;
    if (isCut) strength = 0.94;
    else if (isWall[body]) strength = 0.78 + 0.05 * nz + 0.2 * diffuse;
    for (let k = 0; k < 3; k++) out[3 * f + k] = Math.min(255, strength * bodyColours[3 * body + k]);
  }
}

const OCCLUSION_SAMPLES = 8;

/** Sample directions: 16 patterns, one for each pixel of a 4 x 4 tile, of samples on a spiral (golden angle). x then y. */
const SPIRAL = new Float64Array(16 * OCCLUSION_SAMPLES * 2);
for (let pattern = 0; pattern < 16; pattern++) {
  for (let s = 0; s < OCCLUSION_SAMPLES; s++) {
    const angle = pattern * 7 * (Math.PI / 8) + s * 2.39996;
    const r = (s + 0.5) / OCCLUSION_SAMPLES;
    SPIRAL[2 * (pattern * OCCLUSION_SAMPLES + s)] = r * Math.cos(angle);
    SPIRAL[2 * (pattern * OCCLUSION_SAMPLES + s) + 1] = r * Math.sin(angle);
  }
}

/**
 * Ambient occlusion on every second pixel: the share of nearby samples that stand before the plane of the pixel's face. The faces' planes
 * are known exactly (layer.slopes), so a flat face never darkens itself. Returns an image of half width and height, 255 = free.
 */
export function occlusion(layer, view, reach, raw, smooth) {
  const { depth, ids, slopes } = layer;
  const { width, height, focal } = view;
  const w2 = width >> 1;
  const h2 = height >> 1;
  for (let y2 = 0; y2 < h2; y2++) {
    for (let x2 = 0; x2 < w2; x2++) {
      const i = 2 * y2 * width + 2 * x2;
      const w = depth[i];
      if (w === 0) {
        raw[y2 * w2 + x2] = 255;
        continue;
      }
      const a = slopes[2 * ids[i]];
      const b = slopes[2 * ids[i] + 1];
      const radius = Math.min(0.2 * height, Math.max(3, reach * focal * w));
      const first = 2 * OCCLUSION_SAMPLES * ((x2 & 3) * 4 + (y2 & 3));
      let blocked = 0;
      for (let s = first; s < first + 2 * OCCLUSION_SAMPLES; s += 2) {
        const dx = Math.round(radius * SPIRAL[s]);
        const dy = Math.round(radius * SPIRAL[s + 1]);
        const x = 2 * x2 + dx;
        const y = 2 * y2 + dy;
        if (x < 0 || y < 0 || x >= width || y >= height) continue;
        const there = depth[y * width + x];
        const plane = w + a * dx + b * dy;
        if (there <= plane || plane <= 0) continue;
        const rise = (1 / plane - 1 / there) / reach;
        if (rise > 0.04) blocked += rise < 1 ? 1 : 1 / (rise * rise);
      }
      raw[y2 * w2 + x2] = 255 * (1 - blocked / OCCLUSION_SAMPLES);
    }
  }
  for (let y2 = 0; y2 < h2; y2++) {
    for (let x2 = 0; x2 < w2; x2++) {
      const w = depth[2 * y2 * width + 2 * x2];
      let sum = 0;
      let n = 0;
      for (let dy = -2; dy < 2; dy++) {
        const y = y2 + dy;
        if (y < 0 || y >= h2) continue;
        for (let dx = -2; dx < 2; dx++) {
          const x = x2 + dx;
          if (x < 0 || x >= w2) continue;
          if (Math.abs(depth[2 * y * width + 2 * x] - w) > 0.03 * w) continue;
          sum += raw[y * w2 + x];
          n++;
        }
      }
      smooth[y2 * w2 + x2] = n > 0 ? sum / n : 255;
    }
  }
  return smooth;
}

/**
 * Writes the picture. `look`: faceColours, contactColours (3 bytes per kind and shade), background, line, accent (colours), opacity of bodies,
 * selected body (-1 none), stroke (line width in pixels), fogNear and fogFar (distances), ao (from occlusion).
 */
export function composite(pixels, bodies, contacts, model, view, look) {
  const { width, height } = view;
  const { faceColours, contactColours, background, line, accent, opacity, selected, ao, soft } = look;
  const { bodyOfFace, isWall } = model;
  const kinds = model.data.contacts.kind;
  const stroke = look.stroke;
  const w2 = width >> 1;
  const h2 = height >> 1;
  const fogScale = 1 / (look.fogFar - look.fogNear);
  for (let y = 0; y < height; y++) {
    const down = y + stroke < height ? stroke * width : 0;
    const up = y >= stroke ? -stroke * width : 0;
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const id = bodies.ids[i];
      const touch = contacts.ids[i];
      let r = background[0];
      let g = background[1];
      let b = background[2];
      let alpha = 0;
      const right = x + stroke < width ? stroke : 0;
      if (id < 0) {
        // The outline against the empty ground, on the sides that the pixels of the body itself do not look to.
        if (bodies.ids[i + right] >= 0 || bodies.ids[i + down] >= 0) {
          [r, g, b] = line;
          alpha = 255 * (0.35 + 0.4 * opacity);
        }
      } else {
        const body = bodyOfFace[id];
        const idRight = bodies.ids[i + right];
        const idDown = bodies.ids[i + down];
        const bodyRight = idRight < 0 ? -1 : bodyOfFace[idRight];
        const bodyDown = idDown < 0 ? -1 : bodyOfFace[idDown];
        const shade = 0.35 + (0.65 * ao[Math.min(h2 - 1, y >> 1) * w2 + Math.min(w2 - 1, x >> 1)]) / 255;
        r = shade * faceColours[3 * id];
        g = shade * faceColours[3 * id + 1];
        b = shade * faceColours[3 * id + 2];
        let ink = 0;
        if (bodyRight !== body || bodyDown !== body) ink = 0.62;
        else if ((idRight !== id || idDown !== id) && !soft[body]) ink = 0.3;
        const fog = 0.5 * Math.max(0, Math.min(1, (1 / bodies.depth[i] - look.fogNear) * fogScale));
        let cover = 1 - fog;
        if (ink > 0) {
          r += ink * (line[0] - r);
          g += ink * (line[1] - g);
          b += ink * (line[2] - b);
        }
        // Walls stay as they are: transparency is to show what is inside the packing.
        const solid = isWall[body] ? 1 : opacity;
        // Lines keep more strength than faces in a transparent picture: they carry the shapes.
        cover *= solid + (1 - solid) * 0.35 * ink;
        r = background[0] + cover * (r - background[0]);
        g = background[1] + cover * (g - background[1]);
        b = background[2] + cover * (b - background[2]);
        alpha = 255;
        if (selected >= 0) {
          const left = x >= stroke ? -stroke : 0;
          const around = [idRight, idDown, bodies.ids[i + left], bodies.ids[i + up]];
          const inside = body === selected;
          if (inside) {
            r += 0.28 * (accent[0] - r);
            g += 0.28 * (accent[1] - g);
            b += 0.28 * (accent[2] - b);
          }
          for (const other of around) {
            if (inside !== (other >= 0 && bodyOfFace[other] === selected)) [r, g, b] = accent;
          }
        }
      }
      if (touch >= 0) {
        const depth = contacts.depth[i];
        const hidden = id >= 0 && bodies.depth[i] > depth;
        const fog = 0.55 * Math.max(0, Math.min(1, (1 / depth - look.fogNear) * fogScale));
        const strength = hidden ? (1 - opacity) * (1 - fog) : 1 - 0.5 * fog;
        if (strength > 0.004) {
          const colour = 3 * (kinds[Math.floor(touch / SHADES)] * SHADES + (touch % SHADES));
          r += strength * (contactColours[colour] - r);
          g += strength * (contactColours[colour + 1] - g);
          b += strength * (contactColours[colour + 2] - b);
          alpha = 255;
        }
      }
      const o = 4 * i;
      pixels[o] = r;
      pixels[o + 1] = g;
      pixels[o + 2] = b;
      pixels[o + 3] = alpha;
    }
  }
}
