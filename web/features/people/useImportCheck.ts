/** The file of an import, its check by the server, and its confirmation. */
import { useState } from 'react';
import { importLimits } from '#events/person/import.ts';
import { type CommandRefusal, refusalOf } from '#web/lib/act.ts';
import {
  checkImportFile,
  type ImportCheck,
  type ImportFile,
  importPeopleFromFile,
  readAsBase64,
} from './import-queries.ts';

type State = {
  /** Name of the chosen file. */
  name: string;
  file: ImportFile;
  check: ImportCheck;
  /** Idempotency key of this file's import. */
  key: string;
};

const tooLarge: CommandRefusal = { issues: [{ path: 'content', issue: 'import-large' }], message: '' };

export function useImportCheck(onDone: (id: string, count: number) => void) {
  const [state, setState] = useState<State>();
  const [pending, setPending] = useState<'check' | 'import'>();
  const [refused, setRefused] = useState<CommandRefusal>(null);
  /** Whether people have changed between check and import. */
  const [changed, setChanged] = useState(false);

  const check = async (name: string, file: ImportFile) => {
    setPending('check');
    const done = await checkImportFile(file);
    setPending(undefined);
    setRefused(refusalOf(done));
    setState(done.ok ? { name, file, check: done.answer.data, key: crypto.randomUUID() } : undefined);
  };
  return {
    ...{ state, pending, refused, changed },
    choose: async (chosen: File, choices: Pick<ImportFile, 'orgId' | 'lang'>) => {
      setChanged(false);
      if (chosen.size > importLimits.fileBytes) {
        setState(undefined);
        return setRefused(tooLarge);
      }
      await check(chosen.name, { ...choices, content: await readAsBase64(chosen) });
    },
    confirm: async () => {
      if (!state || pending) return;
      setPending('import');
      const done = await importPeopleFromFile(state.file, state.key);
      setPending(undefined);
      if (done.ok) return onDone(done.answer.data.id, done.answer.data.count);
      const isStale = done.error.issues.some(({ path }) => path.startsWith('rows.'));
      setChanged(isStale);
      if (isStale) return check(state.name, state.file);
      setRefused(refusalOf(done));
    },
    reset: () => {
      setState(undefined);
      setRefused(null);
      setChanged(false);
    },
  };
}
