import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { paths } from '../lib/paths.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

/** Says honestly that a part of the product does not exist yet, and offers a way on. */
export const NotInThisVersionPage = ({ title, text }: { title: string; text: string }) => (
  <>
    <PageTitle title={title} />
    <EmptyState
      headingLevel={1}
      title={`${title} is not part of this version yet`}
      text={text}
      action={
        <Button component={Link} to={paths.market()} variant="contained">
          Browse open projects
        </Button>
      }
    />
  </>
)
