import type { Pagination } from '../contract/common.ts'

/** How many pages of `limit` entries a list of `total` entries has; an empty list has none. */
export const pageCount = (total: number, limit: number): number => Math.ceil(total / limit)

/** The place of one page in the whole list, as an answer reports it. */
export const paginationOf = ({ page, limit }: { page: number; limit: number }, total: number): Pagination => ({
  page,
  limit,
  total,
  totalPages: pageCount(total, limit),
})

/** The entries of one page, cut from the whole list; pages count from 1. */
export const entriesOf = <T>(all: readonly T[], { page, limit }: { page: number; limit: number }): T[] =>
  all.slice((page - 1) * limit, page * limit)
