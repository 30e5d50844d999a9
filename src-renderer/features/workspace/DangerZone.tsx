import { Alert, Box, Button, Link as TextLink, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { forgetProject } from '#data/projects.ts'
import { isApiError } from '#lib/api.ts'
import { useKeptFocus } from '#lib/kept-focus.ts'
import { paths } from '#lib/paths.ts'
import { toast } from '#lib/toast.ts'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { weight } from '#ui/look/tokens.ts'
import { useDeleteProject } from './mutations.ts'

type DangerZoneProps = {
  projectID: string
  /** The reason why deleting has to wait; null when it need not. */
  whyNot: string | null
}

/** Deletes the project in two steps; only owners see it. */
export const DangerZone = ({ projectID, whyNot }: DangerZoneProps) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = useDeleteProject(projectID)
  const [isSure, setIsSure] = useState(false)
  const area = useKeptFocus<HTMLDivElement>()
  const { isSuccess: isDeleted } = remove
  useEffect(() => (isDeleted ? () => forgetProject(client, projectID) : undefined), [isDeleted, client, projectID])
  const confirmDelete = () =>
    remove.mutate(undefined, {
      onError: () => setIsSure(false),
      onSuccess: () => {
        toast('Project deleted.', 'success')
        // The workspace leaves the history, so that nobody goes back to a deleted project.
        void navigate(paths.myProjects(), { replace: true })
      },
    })
  // What is owed, and who has handed in, is against a deletion: the server names people and amounts.
  const owed = isApiError(remove.error) && remove.error.status === 409 ? remove.error.serverMessage : ''
  // The button stays busy until the next screen is there.
  const isDeleting = remove.isPending || isDeleted
  return (
    <TitledCard title="Danger Zone" isDangerous>
      <Box ref={area} tabIndex={-1} sx={{ outline: 'none' }}>
        {remove.isError && !isSure && (
          <Alert severity="error" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
            {owed ? (
              <>
                {owed}{' '}
                <TextLink component={Link} to={paths.ledger(projectID)}>
                  See what is owed
                </TextLink>
              </>
            ) : (
              'Failed to delete project. Please try again.'
            )}
          </Alert>
        )}
        {isSure ? (
          <Box role="group" aria-label="Confirm deletion">
            <Typography sx={{ fontWeight: weight.semibold, maxWidth: '64ch' }}>
              Are you absolutely sure? This action cannot be undone and will permanently delete this project and all
              associated data.
            </Typography>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
              <Button variant="outlined" color="inherit" disabled={isDeleting} onClick={() => setIsSure(false)}>
                Cancel
              </Button>
              <Button variant="contained" color="error" disabled={isDeleting} onClick={confirmDelete}>
                {isDeleting ? 'Deleting...' : 'Confirm Delete'}
              </Button>
            </Box>
          </Box>
        ) : (
          <Box
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}
          >
            <Typography id="delete-project-hint" variant="body2" sx={{ flex: '1 1 260px', color: 'text.secondary' }}>
              {whyNot ?? 'The project, its tasks, files and records are gone for everybody, at once.'}
            </Typography>
            <Button
              variant="outlined"
              color="error"
              disabled={whyNot !== null}
              aria-describedby="delete-project-hint"
              onClick={() => {
                remove.reset()
                setIsSure(true)
              }}
            >
              Delete Project
            </Button>
          </Box>
        )}
      </Box>
    </TitledCard>
  )
}
