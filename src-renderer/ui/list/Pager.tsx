import { Box, PaginationItem } from '@mui/material'
import { Link } from 'react-router-dom'

/** The most page numbers that a pager shows. */
const MAX_PAGE_BUTTONS = 5

/** The page numbers to show, at most five, with the current one as near to the middle as possible. Pages count from 1. */
export const pageWindow = (page: number, totalPages: number): number[] => {
  const count = Math.min(MAX_PAGE_BUTTONS, totalPages)
  const first = Math.max(1, Math.min(page - Math.floor(count / 2), totalPages - count + 1))
  return Array.from({ length: count }, (_, index) => first + index)
}

type PagerProps = {
  page: number
  totalPages: number
  /** The address of a page, so that it can be opened in a new tab and the back button works. */
  hrefOf: (page: number) => string
}

/** Links to the previous page, at most five pages and the next one. Draws nothing for a single page. */
export const Pager = ({ page, totalPages, hrefOf }: PagerProps) => {
  if (totalPages <= 1) return null
  const arrow = (type: 'previous' | 'next', target: number, label: string) => {
    const isOut = target < 1 || target > totalPages
    return isOut ? (
      <PaginationItem type={type} disabled aria-label={label} />
    ) : (
      <PaginationItem type={type} component={Link} to={hrefOf(target)} aria-label={label} />
    )
  }
  return (
    <Box component="nav" aria-label="Pages">
      <Box
        component="ul"
        sx={{ listStyle: 'none', display: 'flex', justifyContent: 'center', gap: 0.5, p: 0, m: 0 }}
        className="tabular"
      >
        <li>{arrow('previous', page - 1, 'Previous page')}</li>
        {pageWindow(page, totalPages).map((number) => (
          <li key={number}>
            <PaginationItem
              component={Link}
              to={hrefOf(number)}
              page={number}
              selected={number === page}
              color="primary"
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
            />
          </li>
        ))}
        <li>{arrow('next', page + 1, 'Next page')}</li>
      </Box>
    </Box>
  )
}
