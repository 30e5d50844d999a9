import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import type { Pagination } from '#shared/contract/index.ts'
import { DataTable, type TableColumn } from '#ui/list/DataTable.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import type { TableSort } from '#ui/list/table-sort.ts'
import { TABLE_PAGE } from './queries.ts'

type AdminTableProps<Row extends { id: string }> = {
  label: string
  columns: ReadonlyArray<TableColumn<Row>>
  query: UseQueryResult<{ data: Row[]; pagination: Pagination }>
  /** The title of the error when the list cannot be loaded; the reason is below it. */
  failure: string
  page: number
  hrefOf: (page: number) => string
  sort: TableSort | null
  onSort: (sort: TableSort | null) => void
  empty: ReactNode
  /** The rows that are ticked, also on other pages. */
  selection?: { ids: ReadonlySet<string>; onChange: (ids: readonly string[]) => void }
  /** The height of a row in pixels; by default two lines fit. */
  rowHeight?: number
}

/** One page of a list. When it cannot be loaded again, the error is above the rows that were there. */
export const AdminTable = <Row extends { id: string }>(props: AdminTableProps<Row>) => {
  const { label, columns, query, failure, page, hrefOf, sort, onSort, empty, ...size } = props
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const lastPage = data?.pagination.totalPages ?? 0
  // The last row of the last page was removed, or the address names a page that is not there.
  const isBeyondTheEnd = !isPlaceholderData && lastPage > 0 && page > lastPage
  return (
    <>
      {isBeyondTheEnd && <Navigate to={hrefOf(lastPage)} replace />}
      {error && (
        <ErrorState
          title={failure}
          {...(error.message !== failure && { text: error.message })}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {(data ?? !error) && (
        <DataTable
          label={label}
          columns={columns}
          rows={data?.data}
          page={{ number: page, size: TABLE_PAGE, total: data?.pagination.total ?? 0, hrefOf }}
          sort={{ by: sort, onChange: onSort }}
          empty={empty}
          {...size}
        />
      )}
    </>
  )
}
