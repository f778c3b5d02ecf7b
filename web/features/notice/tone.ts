/** A short soft tone of two notes, synthesized without a sound file. */

const notes = [
  { hertz: 659.3, at: 0 },
  { hertz: 880, at: 0.12 },
] as const;
const loudest = 0.08;
const seconds = 0.35;

let context: AudioContext | undefined;

/** @param pressed true within a key press, which browsers require before the first sound */
export async function playTone(pressed = false): Promise<void> {
  context ??= new AudioContext();
  if (context.state === 'suspended' && pressed) await context.resume();
  if (context.state !== 'running') return;
  for (const { hertz, at } of notes) {
    const begin = context.currentTime + at;
    const tone = new OscillatorNode(context, { type: 'sine', frequency: hertz });
    const volume = new GainNode(context, { gain: 0 });
    // A short attack and a slow decay: an abrupt edge would click.
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(loudest, begin + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + seconds);
  }
}
