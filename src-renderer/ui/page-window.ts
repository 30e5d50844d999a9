/** The most page numbers that a pager shows. */
export const MAX_PAGE_BUTTONS = 5

/** The page numbers to show, at most five, with the current one as near to the middle as possible. Pages count from 1. */
export const pageWindow = (page: number, totalPages: number): number[] => {
  const count = Math.min(MAX_PAGE_BUTTONS, totalPages)
  const first = Math.max(1, Math.min(page - Math.floor(count / 2), totalPages - count + 1))
  return Array.from({ length: count }, (_, index) => first + index)
}
