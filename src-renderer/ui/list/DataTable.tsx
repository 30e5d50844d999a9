import { Box, useMediaQuery } from '@mui/material'
import {
  DataGrid,
  type GridColDef,
  type GridRowSelectionModel,
  type GridSortModel,
  type GridValidRowModel,
  type DataGridProps,
} from '@mui/x-data-grid'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useMemo } from 'react'
import { pageCount } from '#shared/rules/pages.ts'
import { Pager } from './Pager.tsx'
import type { TableSort } from './table-sort.ts'
import { clamp } from '../look/text-looks.ts'
import { radius, size, weight } from '../look/tokens.ts'

const ROW_HEIGHT = 52
const SKELETON_ROWS = 6

/** The windows, by their width in pixels, below which a column can be left out. 'wide1' to 'wide6' come one after another. */
const windowWidths = {
  sm: 600,
  md: 900,
  wide1: 1020,
  wide2: 1120,
  wide3: 1260,
  wide4: 1400,
  wide5: 1560,
  wide6: 1660,
} as const

/** Whether the window is narrower than each of these widths. */
const useIsBelow = (): Readonly<Record<keyof typeof windowWidths, boolean>> => ({
  sm: useMediaQuery((theme) => theme.breakpoints.down(windowWidths.sm)),
  md: useMediaQuery((theme) => theme.breakpoints.down(windowWidths.md)),
  wide1: useMediaQuery((theme) => theme.breakpoints.down(windowWidths.wide1)),
  wide2: useMediaQuery((theme) => theme.breakpoints.down(windowWidths.wide2)),
  wide3: useMediaQuery((theme) => theme.breakpoints.down(windowWidths.wide3)),
  wide4: useMediaQuery((theme) => theme.breakpoints.down(windowWidths.wide4)),
  wide5: useMediaQuery((theme) => theme.breakpoints.down(windowWidths.wide5)),
  wide6: useMediaQuery((theme) => theme.breakpoints.down(windowWidths.wide6)),
})

export type TableColumn<Row extends GridValidRowModel> = GridColDef<Row> & {
  /** The column is left out on narrower windows, where others need its room or have to show its content. */
  hideBelow?: keyof typeof windowWidths
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
  /** How far below the window's top the header stays while the rows scroll, as a CSS length. Without it, it scrolls along. */
  headerTop?: string
}

const HEADER_HEIGHT = 44
/** The grid's own widths: of a column that names none, of the boxes for selection, and of its borders. */
const COLUMN_WIDTH = 100
const BOX_WIDTH = 50
const BORDERS = 2

/**
 * The header sticks to the scrolling container, so the grid's own box must not scroll. It does not where all columns
 * fit; a box that scrolls sideways would keep the header.
 */
const stayingHeader = (top: string, neededWidth: number) => ({
  [`@container (min-width: ${neededWidth}px)`]: {
    '&, & .MuiDataGrid-main, & .MuiDataGrid-mainContent': { overflow: 'visible' },
    // The grid writes this one onto the element.
    '& .MuiDataGrid-virtualScroller': { overflow: 'visible !important' },
    '& .MuiDataGrid-topContainer': { top },
    // What the arrow keys reach is not left below the header or a bar at the bottom.
    '& .MuiDataGrid-cell, & .MuiDataGrid-cell :is(a, button, input)': {
      scrollMarginTop: `calc(${top} + ${HEADER_HEIGHT + 8}px)`,
      scrollMarginBottom: 'calc(var(--bottom-bar-height, 0px) + 8px)',
    },
  },
})

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

const cellOf = (thing: EventTarget | null) => (thing instanceof Element ? thing.closest('.MuiDataGrid-cell') : null)

/**
 * The grid focuses cells without scrolling the page; the keyboard's focus has to be seen. A cell that is drawn again
 * gets its focus back from nowhere or from within itself: nobody moved, so the page stays where it was scrolled to.
 */
const bringIntoView = ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
  const cell = cellOf(target)
  if (cell && relatedTarget && cell !== cellOf(relatedTarget) && target.matches(':focus-visible'))
    target.scrollIntoView?.({ block: 'nearest' })
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
  const { label, columns, rows, page, empty, sort, onRowClick, selection, rowHeight = ROW_HEIGHT, headerTop } = props
  const isBelow = useIsBelow()
  const drawnColumns = useMemo(() => columns.map(withClampedText), [columns])
  const isPagedByServer = page.total !== undefined
  const total = page.total ?? rows?.length ?? 0
  // The grid would take back an order by a column that is not there yet, and the address would lose it.
  const by = sort?.by && columns.some(({ field }) => field === sort.by?.field) ? sort.by : null
  const sortModel: GridSortModel = by ? [{ field: by.field, sort: by.direction }] : []
  const shown = columns.filter(({ hideBelow }) => !(hideBelow && isBelow[hideBelow]))
  const neededWidth = shown.reduce(
    (sum, { flex, width, minWidth }) => sum + ((flex ? minWidth : width) ?? COLUMN_WIDTH),
    BORDERS + (selection ? BOX_WIDTH : 0),
  )
  if (rows?.length === 0 && total === 0)
    return <Box sx={{ border: 1, borderColor: 'divider', borderRadius: radius.medium }}>{empty}</Box>
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {/* In a flex column the grid is as high as its rows, so that the page scrolls and not the table. */}
      <Box
        {...(headerTop && { onFocus: bringIntoView })}
        sx={{ display: 'flex', flexDirection: 'column', ...(headerTop && { containerType: 'inline-size' }) }}
      >
        <DataGrid<Row>
          aria-label={label}
          columns={drawnColumns}
          rows={rows ?? []}
          loading={!rows}
          rowHeight={rowHeight}
          columnHeaderHeight={HEADER_HEIGHT}
          columnVisibilityModel={Object.fromEntries(columns.map((column) => [column.field, shown.includes(column)]))}
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
            ...(!rows && { minHeight: HEADER_HEIGHT + SKELETON_ROWS * rowHeight }),
            ...(onRowClick && { '& .MuiDataGrid-row': { cursor: 'pointer' } }),
            ...(headerTop && stayingHeader(headerTop, neededWidth)),
          }}
        />
      </Box>
      <Pager page={page.number} totalPages={pageCount(total, page.size)} hrefOf={page.hrefOf} />
    </Box>
  )
}
