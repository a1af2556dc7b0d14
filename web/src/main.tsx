import './early.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, fetchFirst } from './app/app.tsx';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { noticeMissingParts } from './lib/missing-parts.ts';
import { registerServiceWorker } from './app/register-service-worker.ts';
import { Toaster } from './components/ui/toaster.tsx';
import { forgetOnDeviceAtTheEnd } from './lib/on-device/forget-at-the-end.ts';
import { findSession } from './lib/session/session-on-server.ts';
import { refuseStrayFiles } from './lib/stray-files.ts';
import { keepChoosing } from './lib/unsaved.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/print.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

noticeMissingParts();
keepChoosing();
refuseStrayFiles();
registerServiceWorker();
forgetOnDeviceAtTheEnd();
void findSession();

// "Loading…" is part of index.html. If React rendered it, it would stay longer: React shows suspended content after 300
// ms at the earliest.
void fetchFirst().then(() =>
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <App />
        <Toaster />
      </ErrorBoundary>
    </StrictMode>,
  ),
);
