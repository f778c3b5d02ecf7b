/**
 * Input made before the page's script has loaded. A short script in the head records what the person typed
 * and the last
 * press; both are replayed when the components are hydrated.
 */

/**
 * Set while a case restart is unconfirmed: each way out must ask first, and only the app's script can ask
 * (storage.ts).
 */
export const restartCaseKey = 'restartCase';

/** Prefix of the property that React sets on each hydrated element. */
const mark = '__reactProps';

type Early = {
  /** The last value of each field; for a checkbox or radio button, whether it is ticked. */
  typed: Map<HTMLInputElement | HTMLTextAreaElement, string | boolean>;
  pressed: HTMLElement | null;
  stop: () => void;
};

declare global {
  var early: Early | undefined;
}

/**
 * Inline script for the head, before any input is possible. A form without `action` is never submitted by the
 * browser.
 */
export const earlyInputScript = `(()=>{
const halt=new AbortController,how={capture:true,signal:halt.signal};
const early=self.early={typed:new Map,pressed:null,stop:()=>halt.abort()};
addEventListener('input',({target:t})=>early.typed.set(t,/^(checkbox|radio)$/.test(t.type)?t.checked:t.value),how);
addEventListener('click',e=>{
const b=e.target.closest('button,a[href]');
if(!b||Object.keys(b).some(k=>k.startsWith('${mark}')))return;
if(b.href){if(!sessionStorage.getItem('${restartCaseKey}'))return;e.preventDefault()}
if(!b.form?.hasAttribute('action'))early.pressed=b},how);
addEventListener('submit',e=>{if(!e.target.hasAttribute('action'))e.preventDefault()},how);
})()`.replaceAll('\n', '');

/** Passes the recorded value to a field's component. */
function passToField(field: HTMLInputElement | HTMLTextAreaElement, typed: string | boolean): void {
  if (typeof typed === 'boolean') {
    if (
      field instanceof HTMLInputElement &&
      field.checked === field.defaultChecked &&
      typed !== field.checked
    )
      field.click();
    return;
  }
  // React ignores a value that equals its own: clear the field first, then call the native setter.
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const isTaken = (element: Element): boolean => Object.keys(element).some(key => key.startsWith(mark));

/** Maximum wait for hydration, in frames: about ten seconds. */
const PATIENCE = 600;

/**
 * Runs `then` once all elements are hydrated. Reads `elements` again in each frame, because hydration adds
 * more.
 */
function whenTaken(elements: () => readonly Element[], then: () => void, frames = PATIENCE): void {
  if (elements().every(isTaken)) then();
  else if (frames > 0) requestAnimationFrame(() => whenTaken(elements, then, frames - 1));
}

/** Replays the recorded input once, as soon as its elements are hydrated. */
export function replayEarlyInput(): void {
  const early = globalThis.early;
  if (!early) return;
  globalThis.early = undefined;
  const touched = () => [...early.typed.keys(), ...(early.pressed ? [early.pressed] : [])];
  whenTaken(
    () => [...touched(), ...document.querySelectorAll('main')],
    () => {
      early.stop();
      const { typed, pressed } = early;
      for (const [field, value] of typed) passToField(field, value);
      // Presses after the typed values are rendered, so that the component sees them.
      if (pressed) requestAnimationFrame(() => pressed.click());
    },
  );
}
