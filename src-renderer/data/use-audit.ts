import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { auditCsv } from '#shared/rules/audit.ts'
import { errorText } from '../lib/query-client.ts'
import { toast } from '../lib/toast.ts'
import { saveInBrowser } from '../platform/save-in-browser.ts'
import { AUDIT_ROWS, type AuditFilter, auditQuery, CSV_ROWS_MAX, everyEntry } from './audit.ts'

/** A page of the audit, and the way to save all that is filtered as CSV: what src-renderer/ui/list/AuditTable.tsx shows. */
export const useAudit = (filter: AuditFilter, cursor: string) => {
  const { data, error, isFetching, refetch } = useQuery(auditQuery(filter, cursor))
  const [isSaving, setIsSaving] = useState(false)
  const save = async () => {
    if (isSaving) return
    setIsSaving(true)
    try {
      const entries = await everyEntry(filter)
      saveInBrowser(new TextEncoder().encode(auditCsv(entries)), 'audit.csv')
      const isCut = entries.length >= CSV_ROWS_MAX
      toast(`${entries.length} rows saved as audit.csv${isCut ? ': the newest ones' : ''}.`, 'success')
    } catch (failure) {
      toast(errorText(failure, 'Failed to save the audit'), 'error')
    } finally {
      setIsSaving(false)
    }
  }
  return {
    data,
    error,
    pageSize: AUDIT_ROWS,
    isRetrying: isFetching,
    onRetry: () => void refetch(),
    onCsv: () => void save(),
    isSaving,
  }
}
