import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import {
  DataGrid,
  type GridColDef,
  type GridRowSelectionModel,
  type GridSortModel,
  type GridValidRowModel,
  type DataGridProps,
} from '@mui/x-data-grid'
import { type KeyboardEvent, type ReactNode, useMemo } from 'react'
import { pageCount } from '../../shared/rules/pages.ts'
import { Pager } from './Pager.tsx'
import type { TableSort } from './table-sort.ts'
import { clamp } from './text-looks.ts'
import { radius, size, weight } from './tokens.ts'

const ROW_HEIGHT = 52
const SKELETON_ROWS = 6

export type TableColumn<Row extends GridValidRowModel> = GridColDef<Row> & {
  /** The column is left out on narrower windows, where another column has to show its content. */
  hideBelow?: 'sm' | 'md'
}

type DataTableProps<Row extends GridValidRowModel & { id: string }> = {
  /** The table's name, for a screen reader. */
  label: string
  columns: ReadonlyArray<TableColumn<Row>>
  /** The rows of this page, or all rows without `page.total`. Undefined while they load. */
  rows: readonly Row[] | undefined
  /**
   * Pages count from 1. With `total` the server divides the list and `rows` is one page; without it the table divides
   * the rows.
   */
  page: { number: number; size: number; total?: number; hrefOf: (page: number) => string }
  /** Takes the rows' place when there are none, and says why. */
  empty: ReactNode
  /** The order, kept by the caller so that it can be in the address. Without it columns cannot be sorted. */
  sort?: { by: TableSort | null; onChange: (sort: TableSort | null) => void }
  onRowClick?: (row: Row) => void
  /** The rows that are selected, also on other pages, by a box at the start of each row. */
  selection?: { ids: ReadonlySet<string>; onChange: (ids: readonly string[]) => void }
  /** The height of a row in pixels; by default two lines of text fit. */
  rowHeight?: number
}

const look: DataGridProps['sx'] = {
  bgcolor: 'background.paper',
  borderColor: 'divider',
  fontVariantNumeric: 'tabular-nums',
  '--DataGrid-overlayHeight': '280px',
  // On a dark ground the grid's own lines would be too dark, so they get the colour of all hairlines.
  '--DataGrid-rowBorderColor': 'var(--mui-palette-divider)',
  // Columns cannot be resized, so they have no handle.
  '& .MuiDataGrid-columnSeparator': { display: 'none' },
  '& .MuiDataGrid-columnHeaderTitle': { fontWeight: weight.semibold, fontSize: size.note, color: 'text.secondary' },
  '& .MuiDataGrid-cell': { display: 'flex', alignItems: 'center' },
  '& .MuiDataGrid-cell:focus, & .MuiDataGrid-cell:focus-within, & .MuiDataGrid-columnHeader:focus-within': {
    outlineOffset: -2,
  },
}

/** The look of a cell with plain text: it takes up to two lines, then ends in an ellipsis. */
export const clampedText = {
  ...clamp(2),
  whiteSpace: 'normal',
  lineHeight: 1.35,
  // Tabular numbers also widen hyphens, which would pull words and addresses apart.
  fontVariantNumeric: 'normal',
} as const

const withClampedText = <Row extends GridValidRowModel>(column: TableColumn<Row>): TableColumn<Row> => ({
  renderCell: ({ formattedValue }) => (
    <Box component="span" sx={clampedText}>
      {String(formattedValue ?? '')}
    </Box>
  ),
  ...column,
})

/** The app's one table: MUI's data grid with our look, our pages (links, so that back works) and our empty state. */
export const DataTable = <Row extends GridValidRowModel & { id: string }>(props: DataTableProps<Row>) => {
  const { label, columns, rows, page, empty, sort, onRowClick, selection, rowHeight = ROW_HEIGHT } = props
  const isBelow = {
    sm: useMediaQuery((theme) => theme.breakpoints.down('sm')),
    md: useMediaQuery((theme) => theme.breakpoints.down('md')),
  }
  const drawnColumns = useMemo(() => columns.map(withClampedText), [columns])
  const isPagedByServer = page.total !== undefined
  const total = page.total ?? rows?.length ?? 0
  // The grid would take back an order by a column that is not there yet, and the address would lose it.
  const by = sort?.by && columns.some(({ field }) => field === sort.by?.field) ? sort.by : null
  const sortModel: GridSortModel = by ? [{ field: by.field, sort: by.direction }] : []
  if (rows?.length === 0 && total === 0)
    return <Box sx={{ border: 1, borderColor: 'divider', borderRadius: radius.medium }}>{empty}</Box>
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {/* In a flex column the grid is as high as its rows, so that the page scrolls and not the table. */}
      <Box sx={{ display: 'flex', flexDirection: 'column' }}>
        <DataGrid<Row>
          aria-label={label}
          columns={drawnColumns}
          rows={rows ?? []}
          loading={!rows}
          rowHeight={rowHeight}
          columnHeaderHeight={44}
          columnVisibilityModel={Object.fromEntries(
            columns.map(({ field, hideBelow }) => [field, !(hideBelow && isBelow[hideBelow])]),
          )}
          pagination
          paginationMode={isPagedByServer ? 'server' : 'client'}
          {...(isPagedByServer && { rowCount: total })}
          paginationModel={{ page: page.number - 1, pageSize: page.size }}
          sortingMode={isPagedByServer ? 'server' : 'client'}
          sortModel={sortModel}
          sortingOrder={['asc', 'desc', null]}
          onSortModelChange={([next]) =>
            sort?.onChange(next?.sort ? { field: next.field, direction: next.sort } : null)
          }
          disableColumnSorting={!sort}
          disableColumnFilter
          disableColumnMenu
          disableColumnSelector
          disableColumnResize
          rowSelection={Boolean(selection)}
          {...(selection && {
            checkboxSelection: true,
            disableRowSelectionOnClick: true,
            disableRowSelectionExcludeModel: true,
            keepNonExistentRowsSelected: true,
            rowSelectionModel: { type: 'include' as const, ids: new Set(selection.ids) },
            onRowSelectionModelChange: ({ ids }: GridRowSelectionModel) => selection.onChange([...ids].map(String)),
          })}
          hideFooter
          // A page is short and drawn as a whole, so that it can be searched by the browser, printed and read out.
          disableVirtualization
          {...(onRowClick && {
            onRowClick: ({ row }: { row: Row }) => onRowClick(row),
            // Enter on a cell acts like a click; a link or button within the cell handles Enter itself.
            onCellKeyDown: ({ row }: { row: Row }, event: KeyboardEvent) => {
              if (event.key === 'Enter' && event.target === event.currentTarget) onRowClick(row)
            },
          })}
          slotProps={{ loadingOverlay: { variant: 'skeleton', noRowsVariant: 'skeleton' } }}
          sx={{
            ...look,
            ...(!rows && { minHeight: 44 + SKELETON_ROWS * rowHeight }),
            ...(onRowClick && { '& .MuiDataGrid-row': { cursor: 'pointer' } }),
          }}
        />
      </Box>
      <Pager page={page.number} totalPages={pageCount(total, page.size)} hrefOf={page.hrefOf} />
    </Box>
  )
}
