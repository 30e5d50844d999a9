import { Button } from '@mui/material'
import { LayoutTemplate } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ProjectRole } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { useCapability } from '#data/capabilities.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import type { TemplateFields } from '../data/mutations.ts'

const SaveTemplateDialog = lazyPart(async () => (await import('./SaveTemplateDialog.tsx')).SaveTemplateDialog)

type SaveAsTemplateProps = {
  projectID: string
  role: ProjectRole
  /** The fields as the form shows them now. */
  fields: () => TemplateFields
}

/** Keeps what an open task says as a template for new ones, for owner and admin. */
export const SaveAsTemplate = ({ projectID, role, fields }: SaveAsTemplateProps) => {
  const isOffered = useCapability('templates', isManager(role))
  const [shown, setShown] = useState<TemplateFields | null>(null)
  if (!isOffered) return null
  return (
    <div>
      <Button
        size="small"
        color="inherit"
        startIcon={<LayoutTemplate size={16} aria-hidden />}
        onClick={() => setShown(fields())}
      >
        Save as template…
      </Button>
      {shown && (
        <Suspense fallback={null}>
          <SaveTemplateDialog projectID={projectID} fields={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </div>
  )
}
