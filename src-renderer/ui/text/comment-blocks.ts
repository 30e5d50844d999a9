type Node = {
  type: string
  tagName?: string
  value?: string
  url?: string
  alt?: string | null
  children?: Node[]
  properties?: Record<string, unknown>
}

const BLOCKS = new Set(['p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'table', 'hr', 'div', 'section'])
const isBlock = (node: Node | undefined) => node?.tagName !== undefined && BLOCKS.has(node.tagName)
const isLineEnd = (node: Node) => node.type === 'text' && node.value?.trim() === ''

/**
 * Removes the line breaks that mdast-util-to-hast writes between blocks from lists. Elsewhere they are not drawn; in an
 * item, which draws the line breaks that a person typed, they would be.
 */
const withoutLineEnds = (node: Node, isInList = false): void => {
  const all = node.children ?? []
  const isList = isInList || node.tagName === 'ul' || node.tagName === 'ol'
  if (isList)
    node.children = all.filter((child, at) => !(isLineEnd(child) && (isBlock(all[at - 1]) || isBlock(all[at + 1]))))
  for (const child of node.children ?? []) withoutLineEnds(child, isList)
}

/**
 * Gives each block of a text the direction of its first letter, so that Arabic and Hebrew start at the right. A list
 * has one direction: a `dir` on an item would exclude the item's letters from the list's.
 */
const directed = (tree: Node): void => {
  for (const block of tree.children ?? []) {
    if (block.tagName === 'section') directed(block)
    else if (isBlock(block) && block.tagName !== 'pre') block.properties = { ...block.properties, dir: 'auto' }
    else if (/^h[1-6]$/.test(block.tagName ?? '')) block.properties = { ...block.properties, dir: 'auto' }
  }
}

/** A rehype plugin: blocks without line ends between them, each in its own direction. */
export const blocks = () => (tree: Node) => {
  withoutLineEnds(tree)
  directed(tree)
}

const isLink = ({ type }: Node) => type === 'link' || type === 'linkReference'

/** A remark plugin: a picture is not loaded, so a link leads to it. In a link, which leads elsewhere, it stays an image. */
export const picturesAsLinks = () => (tree: Node) => {
  const visit = (node: Node) => {
    for (const child of node.children ?? []) {
      if (child.type === 'image' || child.type === 'imageReference') {
        child.type = child.type === 'image' ? 'link' : 'linkReference'
        child.children = [{ type: 'text', value: child.alt || 'image' }]
      } else if (!isLink(child)) visit(child)
    }
  }
  visit(tree)
}
