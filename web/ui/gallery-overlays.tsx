import { Plus } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { BackToTop } from './back-to-top.tsx';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog, Drawer } from './dialog.tsx';
import { GalleryShell } from './gallery-board.tsx';
import { galleryText as t } from './gallery-text.ts';
import { KeyValueList } from './key-values.tsx';
import { announceToScreenReaders } from './live-region.tsx';
import { Menu } from './menu.tsx';
import { Palette } from './palette.tsx';
import { Popover } from './popover.tsx';
import { SegmentedControl } from './segmented.tsx';
import { Select } from './select.tsx';
import { TextField } from './text-field.tsx';
import { toast } from './toast.tsx';

type TriggersProps = {
  onOpen: (sample: string) => void;
  popoverTrigger: RefObject<HTMLButtonElement | null>;
};

/** Buttons that open the samples; `data-open` is the sample's name. */
function Triggers({ onOpen, popoverTrigger }: TriggersProps) {
  return (
    <div className="row" style={{ flexWrap: 'wrap', marginTop: 24 }}>
      <Button data-open="dialog" onPress={() => onOpen('dialog')}>
        {t('review')}
      </Button>
      <Button data-open="confirm" onPress={() => onOpen('confirm')}>
        {t('suspend')}
      </Button>
      <Button data-open="drawer" onPress={() => onOpen('drawer')}>
        {t('edit')}
      </Button>
      <Button data-open="palette" onPress={() => onOpen('palette')}>
        {t('commands')}
      </Button>
      <Button data-open="popover" ref={popoverTrigger} onPress={() => onOpen('popover')}>
        {t('ipr')}
      </Button>
      <Button
        data-open="toast"
        onPress={() => {
          toast({ text: t('lateNote'), tone: 'warn' });
          toast({
            text: t('removed'),
            action: { label: t('undo'), onPress: () => announceToScreenReaders(t('undo')) },
          });
          toast({ text: t('t3'), tone: 'ok' });
          toast({ text: t('failed'), tone: 'danger' });
        }}
      >
        {t('notifications')}
      </Button>
      <Menu
        label={t('actions')}
        trigger={{ children: t('actions') }}
        items={[
          { id: 'a', label: t('review'), shortcut: 'Ctrl Enter', icon: <Plus /> },
          { id: 'b', label: t('reject'), reason: t('rightsWhy') },
          { id: 'c', label: t('history'), href: '#h' },
          {
            section: t('columns'),
            items: [
              { id: 'd', label: t('clinic'), checked: true },
              { id: 'e', label: t('method'), checked: false },
            ],
          },
          { rule: true },
          { id: 'f', label: t('suspend'), danger: true },
        ]}
      />
    </div>
  );
}

export function GalleryOverlays() {
  const [open, setOpen] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const trigger = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(null);
  return (
    <>
      <GalleryShell />
      <main className="page">
        <h1 className="t-page">{t('actions')}</h1>
        <Triggers onOpen={setOpen} popoverTrigger={trigger} />
        <Dialog
          open={open === 'dialog'}
          onClose={close}
          title={t('approve')}
          size="medium"
          footNote={t('faqA')}
          actions={
            <>
              <Button onPress={close}>{t('cancel')}</Button>
              <Button variant="primary" shortcut="Ctrl Enter" onPress={close}>
                {t('approve')}
              </Button>
            </>
          }
        >
          <p>{t('suspendText')}</p>
          <KeyValueList
            items={[
              { label: t('iprAll'), value: '1.4 mm' },
              { label: t('stagesUL'), value: '24 / 20', changed: t('differs') },
            ]}
          />
          <Select
            label={t('province')}
            placeholder={t('choose')}
            options={[{ value: 'zj', label: t('zhejiang') }]}
          />
        </Dialog>
        <ConfirmDialog
          open={open === 'confirm'}
          onClose={close}
          title={t('suspendQ')}
          confirm={t('suspend')}
          cancel={t('cancel')}
          danger
          onConfirm={close}
          note={{ label: t('why'), required: true, value: note, onChange: setNote, maxLength: 500 }}
        >
          {t('suspendText')}
        </ConfirmDialog>
        <Drawer
          open={open === 'drawer'}
          onClose={close}
          title={t('edit')}
          actions={
            <Button variant="primary" onPress={close}>
              {t('submit')}
            </Button>
          }
        >
          <TextField label={t('patient')} />
          <TextField label={t('clinic')} hint={t('hintName')} />
        </Drawer>
        <Popover open={open === 'popover'} onClose={close} triggerRef={trigger} label={t('ipr')}>
          <SegmentedControl
            size="small"
            label="31 / 32 mm"
            defaultValue="0.3"
            options={['0.1', '0.2', '0.3', '0.4', '0.5'].map(value => ({ value, label: value }))}
          />
        </Popover>
        <Palette
          open={open === 'palette'}
          onClose={close}
          label={t('commands')}
          placeholder={t('search')}
          emptyText={t('none')}
          items={[
            { id: '1', label: t('newCase'), group: t('cases'), shortcut: 'C', icon: <Plus /> },
            { id: '2', label: t('review'), group: t('cases') },
            { id: '3', label: t('suspend'), group: t('cases'), reason: t('rightsWhy') },
            { id: '4', label: t('home'), group: t('open'), shortcut: 'G W' },
            { id: '5', label: t('patients'), group: t('open'), shortcut: 'G P' },
          ]}
        />
        <div style={{ height: 1400 }} />
        <BackToTop label={t('home')} />
      </main>
    </>
  );
}
