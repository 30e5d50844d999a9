import { expect, test, vi } from 'vitest'
import { savePdf } from './save-pdf.ts'

const bytes = new TextEncoder().encode('%PDF-1.7 Receipt 12')

test('[PAYOUT-14] the main process prints what the page shows, asks where to, and saves just that', async () => {
  const order: string[] = []
  const write = vi.fn(async () => void order.push('write'))
  const parts = {
    printPage: async () => {
      order.push('print')
      return bytes
    },
    choosePlace: vi.fn(async () => {
      order.push('ask')
      return '/home/ada/receipt.pdf'
    }),
    write,
  }
  expect(await savePdf(parts, 'Receipt 12.pdf')).toEqual({ isSaved: true })
  expect(order).toEqual(['print', 'ask', 'write'])
  expect(parts.choosePlace).toHaveBeenCalledWith('Receipt 12.pdf')
  expect(write).toHaveBeenCalledWith('/home/ada/receipt.pdf', bytes)
})

test('[PAYOUT-14] who chooses no place saves nothing', async () => {
  const write = vi.fn()
  const parts = { printPage: () => Promise.resolve(bytes), choosePlace: () => Promise.resolve(null), write }
  expect(await savePdf(parts, 'Receipt 12.pdf')).toEqual({ isSaved: false })
  expect(write).not.toHaveBeenCalled()
})
