import { relative, sep } from 'node:path';
import { Comment, CommentTag, Converter, ReflectionKind } from 'typedoc';

/**
 * Groups the pages by family: every exported name gets the folder that declares it as its category, so that the whole package can be
 * documented as one module, in which all links between names resolve. Names of the plane, which only dem-contact/planar exports, have that for their category.
 */
export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    // One entry point is the project itself; each of several is a module in it.
    const isExport = reflection.parent?.isProject() || reflection.parent?.kindOf(ReflectionKind.Module);
    if (!isExport || reflection.kindOf(ReflectionKind.Module)) return;
    const file = context.getSymbolFromReflection(reflection)?.declarations?.[0].getSourceFile().fileName;
    if (file === undefined) return;
    const folder = relative(new URL('./src/', import.meta.url).pathname, file).split(sep)[0];
    const category = folder === 'math' ? 'errors' : folder === 'planar' ? 'dem-contact/planar' : folder;
    reflection.comment ??= new Comment();
    reflection.comment.blockTags.push(new CommentTag('@category', [{ kind: 'text', text: category }]));
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getChildrenByKind(ReflectionKind.Module)) project.mergeReflections(module, project);
  });
}
