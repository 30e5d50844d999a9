import { Box, Button, Typography } from '@mui/material'
import { Copy } from 'lucide-react'
import { useDuplicateProject } from '#parts/use-duplicate-project.ts'
import { TitledCard } from '#ui/layout/TitledCard.tsx'

type DuplicateProjectProps = {
  projectID: string
  /** The reason why the workspace must not be left now; null when it may. */
  whyNot: string | null
}

/** Begins another project from this one. */
export const DuplicateProject = ({ projectID, whyNot }: DuplicateProjectProps) => {
  const { mutate: duplicate, isPending } = useDuplicateProject(projectID)
  return (
    <TitledCard title="Duplicate Project">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        <Typography variant="body2" sx={{ flex: '1 1 260px', color: 'text.secondary' }}>
          {whyNot ??
            'A draft with the same fields, questions, labels, templates and tasks, none of them started. People, comments, files and payments stay here.'}
        </Typography>
        <Button
          variant="outlined"
          startIcon={<Copy size={16} aria-hidden />}
          disabled={whyNot !== null}
          loading={isPending}
          onClick={() => duplicate()}
        >
          Duplicate
        </Button>
      </Box>
    </TitledCard>
  )
}
