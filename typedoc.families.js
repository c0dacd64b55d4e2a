import { relative, sep } from 'node:path';
import { Comment, CommentTag, Converter, ReflectionKind } from 'typedoc';

/** Parts without a subpath of their own, and the page on which their public names stand. */
const PAGES = { math: 'errors', tracking: 'detector' };

/**
 * Groups the pages by family: every exported name gets the folder that declares it as its category, so that the whole package can be
 * documented as the one module that users import, in which all links between names resolve.
 */
export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    if (!reflection.parent?.isProject()) return;
    const file = context.getSymbolFromReflection(reflection)?.declarations?.[0].getSourceFile().fileName;
    if (file === undefined || reflection.kindOf(ReflectionKind.Module)) return;
    const folder = relative(new URL('./src/', import.meta.url).pathname, file).split(sep)[0];
    reflection.comment ??= new Comment();
    reflection.comment.blockTags.push(new CommentTag('@category', [{ kind: 'text', text: PAGES[folder] ?? folder }]));
  });
}
