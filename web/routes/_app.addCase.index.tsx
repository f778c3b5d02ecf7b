import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_app/addCase/')({
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/addCase/pcEnter', search });
  },
});
