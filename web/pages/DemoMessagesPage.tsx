/** /demo/messages: text messages and mails of the demo, which are never really sent. */
import { Mail, MessageSquareText, RotateCw } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Card } from '#web/ui/panel.tsx';
import { PlainLinkButton } from '#web/ui/plain/plain-button.tsx';
import { PlainSearchForm } from '#web/ui/plain/plain-search.tsx';
import { timeOf } from '../lib/format.ts';
import styles from './joining.module.css';
import type { PageContext } from './plain-document.tsx';
import { SignInPageFrame } from './SignInPageFrame.tsx';

export type DemoMessagesProps = {
  /** The phone number or e-mail address that was searched for; empty: all. */
  to: string;
  /** Newest first. `at`: ISO time. */
  messages: readonly { to: string; channel: 'sms' | 'mail'; text: string; at: string }[];
};

export function DemoMessagesPage({ world, to, messages }: { world: PageContext } & DemoMessagesProps) {
  const { t } = world;
  return (
    <SignInPageFrame world={world} title={t('join:demoMessages.title')} wide>
      <p className="t-2">{t('join:demoMessages.lead')}</p>
      <div className={styles.row}>
        <PlainSearchForm
          label={t('join:demoMessages.to')}
          button={t('join:demoMessages.find')}
          {...{ name: 'to', action: '/demo/messages', defaultValue: to, maxLength: 254 }}
        />
        <PlainLinkButton href={world.here} variant="outline" icon={<RotateCw aria-hidden="true" />}>
          {t('join:demoMessages.reload')}
        </PlainLinkButton>
      </div>
      {to && (
        <p>
          <a className="link" href="/demo/messages">
            {t('join:demoMessages.all')}
          </a>
        </p>
      )}
      {messages.length === 0 ? (
        <Card>
          <EmptyState title={to ? t('join:demoMessages.none', { to }) : t('join:demoMessages.empty')}>
            {t('join:demoMessages.emptyHow')}
          </EmptyState>
        </Card>
      ) : (
        <ol className={styles.messages}>
          {messages.map((message, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a static list
            <Message key={i} world={world} message={message} />
          ))}
        </ol>
      )}
    </SignInPageFrame>
  );
}

function Message({
  world: { t },
  message: { to, channel, text, at },
}: {
  world: PageContext;
  message: DemoMessagesProps['messages'][number];
}) {
  const Icon = channel === 'sms' ? MessageSquareText : Mail;
  return (
    <li className={styles.message}>
      <p className={styles.messageHead}>
        <Icon aria-hidden="true" />
        <b>{t(`join:demoMessages.${channel}`)}</b>
        <span className="num">{t('join:demoMessages.sentTo', { to })}</span>
        <time className="t-3 num" dateTime={at}>
          {timeOf(at)}
        </time>
      </p>
      <p className={styles.messageText}>{linked(text)}</p>
    </li>
  );
}

/** Text whose links can be followed. */
const linked = (text: string) =>
  text.split(/(https?:\/\/\S+)/).map((part, i) =>
    i % 2 === 1 ? (
      <a key={part} className="link" href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  );
