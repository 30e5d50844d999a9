import type { LucideIconData } from 'lucide-react/types'

/** The module of one of lucide's icons, as `import * as flag from 'lucide-react/icons/flag'` gives it. */
type IconModule = { readonly default: unknown }

const markup = (modul: IconModule): string => {
  // The published types leave the drawing out, which every module of an icon exports; icon-mask.test.ts asks for it.
  const { node, size } = (modul as unknown as { __iconData: LucideIconData }).__iconData
  const shapes = node.map(([name, { key: _, ...attributes }]) => {
    const written = Object.entries(attributes as Record<string, string>).map((pair) => `${pair[0]}="${pair[1]}"`)
    return `<${name} ${written.join(' ')}/>`
  })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" fill="none" stroke="#000" stroke-width="2" ` +
    `stroke-linecap="round" stroke-linejoin="round">${shapes.join('')}</svg>`
  )
}

/**
 * The style of an icon before an element's text, in the text's colour, `size` pixels wide. It adds no node to the page,
 * where an icon element adds up to eleven; a board draws one for each fact of each card.
 */
export const iconBefore = (modul: IconModule, size: number) =>
  ({
    '&::before': {
      content: '""',
      flex: 'none',
      width: size,
      height: size,
      backgroundColor: 'currentColor',
      // Where the system chooses the colours it would paint the ground, and hide the icon.
      forcedColorAdjust: 'none',
      mask: `url("data:image/svg+xml,${encodeURIComponent(markup(modul))}") center / contain no-repeat`,
    },
  }) as const
