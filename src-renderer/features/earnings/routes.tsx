import type { RouteObject } from 'react-router-dom'
import { lazyScreen } from '#lib/lazy-code.tsx'
import { pages } from '#lib/paths.ts'

/** What the viewer was paid, is owed and works for. */
export const earningsRoutes: RouteObject[] = [
  { path: pages.earnings.at, lazy: lazyScreen(async () => (await import('./EarningsPage.tsx')).EarningsPage) },
  { path: pages.statement.at, lazy: lazyScreen(async () => (await import('./StatementPage.tsx')).StatementPage) },
  { path: pages.receipt.at, lazy: lazyScreen(async () => (await import('./ReceiptPage.tsx')).ReceiptPage) },
]
