/**
 * What a person does before the page's script is there. The server's HTML looks alive at once: what was typed and the
 * last press are kept by a few lines in its head, and done again when the components listen.
 */

/** A case is being started over: every way out asks first, which only the page's script can. See storage.ts. */
export const restartKey = 'restartCase';

/** React leaves it on each element that it has taken over. */
const mark = '__reactProps';

type Early = {
  /** What stood in a field when it was last typed into; a box that was ticked stands with its state. */
  typed: Map<HTMLInputElement | HTMLTextAreaElement, string | boolean>;
  pressed: HTMLElement | null;
  stop: () => void;
};

declare global {
  var early: Early | undefined;
}

/** Stands in the head, before anything can be touched. A form without an address is its component's, never the browser's. */
export const earlyScript = `(()=>{
const halt=new AbortController,how={capture:true,signal:halt.signal};
const early=self.early={typed:new Map,pressed:null,stop:()=>halt.abort()};
addEventListener('input',({target:t})=>early.typed.set(t,/^(checkbox|radio)$/.test(t.type)?t.checked:t.value),how);
addEventListener('click',e=>{
const b=e.target.closest('button,a[href]');
if(!b||Object.keys(b).some(k=>k.startsWith('${mark}')))return;
if(b.href){if(!sessionStorage.getItem('${restartKey}'))return;e.preventDefault()}
if(!b.form?.hasAttribute('action'))early.pressed=b},how);
addEventListener('submit',e=>{if(!e.target.hasAttribute('action'))e.preventDefault()},how);
})()`.replaceAll('\n', '');

/** Tells a field's component what stands in it. */
function tell(field: HTMLInputElement | HTMLTextAreaElement, typed: string | boolean): void {
  if (typeof typed === 'boolean') {
    if (
      field instanceof HTMLInputElement &&
      field.checked === field.defaultChecked &&
      typed !== field.checked
    )
      field.click();
    return;
  }
  // React passes over a value that it has set itself: so it sets another, and the field's own setter this one.
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const isTaken = (element: Element): boolean => Object.keys(element).some(key => key.startsWith(mark));

/** So long is waited for a part, in frames: about ten seconds. */
const PATIENCE = 600;

/** Parts of a page come one after the other, and there may be more to wait for by then. */
function whenTaken(elements: () => readonly Element[], then: () => void, frames = PATIENCE): void {
  if (elements().every(isTaken)) then();
  else if (frames > 0) requestAnimationFrame(() => whenTaken(elements, then, frames - 1));
}

/** Does again what came too early. Once, when the page's components begin to come. */
export function replayEarly(): void {
  const early = globalThis.early;
  if (!early) return;
  globalThis.early = undefined;
  const touched = () => [...early.typed.keys(), ...(early.pressed ? [early.pressed] : [])];
  whenTaken(
    () => [...touched(), ...document.querySelectorAll('main')],
    () => {
      early.stop();
      const { typed, pressed } = early;
      for (const [field, value] of typed) tell(field, value);
      // After what was typed has been drawn: a press acts on what its component knows.
      if (pressed) requestAnimationFrame(() => pressed.click());
    },
  );
}
