import { Box } from '@mui/material'
import { createContext, type ReactNode, useContext } from 'react'
import { PageFrame } from '#ui/layout/PageFrame.tsx'

/** Whether a guest's task is read beside a list, such as the inbox, instead of on a page of its own. */
const BesideContext = createContext(false)
export const useIsBeside = (): boolean => useContext(BesideContext)
export const BesideList = ({ children }: { children: ReactNode }) => (
  <BesideContext value={true}>{children}</BesideContext>
)

/** What is around a guest's task: a page with its title, or a part of the page that shows a list. */
export const GuestFrame = ({ title, isWide, children }: { title: string; isWide?: boolean; children: ReactNode }) =>
  useIsBeside() ? (
    <Box sx={{ px: { xs: 2, md: 3 }, pb: 3 }}>{children}</Box>
  ) : (
    <PageFrame title={title} isWide={isWide ?? false}>
      {children}
    </PageFrame>
  )
