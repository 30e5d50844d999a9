import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import { SearchBox, type SearchBoxProps } from './SearchBox.tsx'

/** What narrows a list: its search box, and beside it filters and buttons, which wrap below on narrow screens. */
export const ListToolbar = ({ children, ...search }: SearchBoxProps & { children?: ReactNode }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 2 }}>
    <SearchBox {...search} />
    {children}
  </Box>
)
