'use client';

import { Component, type ReactNode } from 'react';

interface MarkdownBoundaryProps {
  children: ReactNode;
  fallback: ReactNode;
}

/** Shows the fallback where the children cannot be rendered, so that one text does not take the panel with it. */
export class MarkdownBoundary extends Component<MarkdownBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
