import type { PreviewKind } from '../contract/files.ts'

/** The types of pictures that can be made smaller safely; SVG and rare formats are not among them. */
const PICTURES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** How a file of this type, which its content shows, can be looked at; null where it can only be downloaded. */
export const previewKindOf = (contentType: string): PreviewKind | null => {
  const type = contentType.split(';')[0]?.trim() ?? ''
  if (PICTURES.includes(type)) return 'picture'
  if (type === 'application/pdf') return 'pdf'
  return type === 'text/plain' ? 'text' : null
}
