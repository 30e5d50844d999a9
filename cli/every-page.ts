import { PAGE_SIZE_MAX, type Pagination } from '../shared/contract/common.ts'

type Page<Row> = { data: Row[]; pagination: Pagination }

/**
 * All pages of a list as one. Rows that join or leave the list between two calls move the others; each is still listed
 * once.
 */
export const readEveryPage = async <Row extends { id: string }>(
  readPage: (range: { page: number; limit: number }) => Promise<Page<Row>>,
): Promise<Page<Row>> => {
  const rows = new Map<string, Row>()
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data, pagination } = await readPage({ page, limit: PAGE_SIZE_MAX })
    for (const row of data) rows.set(row.id, row)
    pages = pagination.totalPages
  }
  const data = [...rows.values()]
  return { data, pagination: { page: 1, limit: data.length, total: data.length, totalPages: 1 } }
}
