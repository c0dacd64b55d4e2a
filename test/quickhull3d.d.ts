/** The bundle has no declarations of its own; its package's main entry, which has, is not importable as it is. */
declare module 'quickhull3d/dist/quickhull3d.js' {
  export { QuickHull } from 'quickhull3d';
}
