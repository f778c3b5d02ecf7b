import { ArrowBigUp, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { useKitTexts } from './kit-texts.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

type Props = Omit<TextFieldProps, 'type' | 'end' | 'warning'> & {
  /** Shown while Caps Lock is on. */
  capsLockHint: string;
};

/** A password field with a show/hide button and a Caps Lock warning. */
export function PasswordField({ capsLockHint, ...field }: Props) {
  const texts = useKitTexts();
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes the state of Caps Lock
    <div
      onKeyDown={event => setCaps(event.getModifierState('CapsLock'))}
      onKeyUp={event => setCaps(event.getModifierState('CapsLock'))}
    >
      <TextField
        {...field}
        type={shown ? 'text' : 'password'}
        spellCheck={false}
        warning={caps && <CapsNote>{capsLockHint}</CapsNote>}
        end={
          <IconButton
            size="small"
            label={shown ? texts.hidePassword : texts.showPassword}
            icon={shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
            onPress={() => setShown(!shown)}
          />
        }
      />
    </div>
  );
}

function CapsNote({ children }: { children: string }) {
  return (
    <span className="row" role="status">
      <ArrowBigUp aria-hidden="true" />
      {children}
    </span>
  );
}
