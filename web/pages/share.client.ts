/**
 * The one script of a shared page. It asks every two and a half seconds whether the link still opens, so that one that was taken
 * back leaves every screen; and it fetches the 3D view when somebody asks for it.
 */
const everyMs = 2_500;
const over = [404, 410];
const key = location.pathname.split('/').at(-1) ?? '';
const base = `/api/shares/${key}`;

let asking = false;

/** Without cookies: the link alone is asked about. An answer that does not come changes nothing. */
async function look(): Promise<void> {
  if (asking || document.visibilityState === 'hidden') return;
  asking = true;
  // Only whether there is an answer counts, so none of its body is asked for.
  const how = { method: 'HEAD', credentials: 'omit', cache: 'no-store' } as const;
  const answer = await fetch(`${base}/open`, how).catch(() => undefined);
  asking = false;
  if (!answer || !over.includes(answer.status)) return;
  // What was shown goes at once; the server's page says why.
  document.body.replaceChildren();
  location.reload();
}

async function see(button: HTMLButtonElement): Promise<void> {
  const into = document.querySelector<HTMLElement>('[data-scene]');
  if (!into) return;
  button.disabled = true;
  const { mountScene } = await import('#web/features/share/mount.tsx');
  const posters = (button.dataset.posters ?? '').split(',').map(Number);
  const words = (stage: number) => (button.dataset.words ?? '').replace('%stage%', String(stage));
  mountScene(into, { files: `${base}/files`, posters, words });
  button.hidden = true;
}

setInterval(() => void look(), everyMs);
// A page that was in the background, or that comes back from the browser's memory, may be long over.
document.addEventListener('visibilitychange', () => void look());
addEventListener('pageshow', () => void look());
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-see]'))
  button.addEventListener('click', () => void see(button));
