/// <reference lib="dom" />
/** A pour in the plane on a canvas. */
import { colourOf, type Stage } from './draw';
import type { Frame, Scene } from './messages';

export function createStage2d(canvas: HTMLCanvasElement): Stage {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser has no canvas.');
  let scene: Scene | undefined;
  let frame: Frame | undefined;
  let isDark = false;
  const observer = new ResizeObserver(draw);
  observer.observe(canvas);

  function draw(): void {
    if (context === null || scene === undefined || frame === undefined) return;
    const ratio = Math.min(2, globalThis.devicePixelRatio);
    canvas.width = Math.round(canvas.clientWidth * ratio);
    canvas.height = Math.round(canvas.clientHeight * ratio);
    const { shapes, shapeIndex, isFixed, width, height } = scene;
    const margin = 0.1 * width;
    const scale = Math.min(canvas.width / (width + 2 * margin), canvas.height / (height + 1.5 * margin));
    context.setTransform(scale, 0, 0, -scale, canvas.width / 2, canvas.height - margin * scale);
    context.lineWidth = ratio / scale;
    context.strokeStyle = isDark ? '#f3f4f6' : '#1f2937';
    shapeIndex.forEach((s, b) => {
      const [x, y] = frame!.positions.subarray(2 * b, 2 * b + 2);
      const [c, d] = frame!.rotations.subarray(2 * b, 2 * b + 2);
      const { vertices } = shapes[s];
      context.beginPath();
      for (let v = 0; v < vertices.length; v += 2)
        context.lineTo(x + c * vertices[v] - d * vertices[v + 1], y + d * vertices[v] + c * vertices[v + 1]);
      context.closePath();
      const [red, green, blue] = colourOf(frame!.speeds[b]).map((part) => Math.round(255 * part));
      context.fillStyle = isFixed[b] ? (isDark ? '#4b5563' : '#d1d5db') : `rgb(${red} ${green} ${blue})`;
      context.fill();
      context.stroke();
    });
    context.fillStyle = isDark ? '#ff6b6b' : '#b91c1c';
    const { points } = frame;
    for (let p = 0; p < points.length; p += 2) {
      context.beginPath();
      context.arc(points[p], points[p + 1], (2 * ratio) / scale, 0, 7);
      context.fill();
    }
  }

  return {
    showScene: (next) => {
      scene = next;
      frame = undefined;
    },
    showFrame: (next) => {
      frame = next;
      draw();
    },
    setDark: (next) => {
      isDark = next;
      draw();
    },
    orbit: () => undefined,
    zoom: () => undefined,
    close: () => observer.disconnect(),
  };
}
