import { createFileRoute, Outlet } from '@tanstack/react-router';

export const Route = createFileRoute('/_app/addCase')({
  staticData: { ns: ['wizard', 'rx', 'tooth', 'case', 'action', 'file'], title: 'shell:title.wizard' },
  component: Outlet,
});
