using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>The begin and the end of a run at the recorder of its mailbox. Called by the thread that runs the mailbox.</summary>
internal static class MailboxRuns
{
    /// <summary>Whether a run that begins now may make an activity current: somebody listens to spans, or a handler awaits in one.</summary>
    public static bool MayTrace(this MailboxRecorder mailbox) => mailbox.Roots is not null || mailbox.Running.IsLeftOpen;

    /// <summary>
    /// A run begins, if it may be light: nothing is open, listeners and settings are as before, and nothing flows on the thread. Most runs are. Returns
    /// whether the run has begun.
    /// </summary>
    /// <param name="mailbox">The mailbox.</param>
    /// <param name="thread">The context of this thread.</param>
    /// <param name="run">The run's number for <see cref="EndRun"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryBeginLightRun(this MailboxRecorder mailbox, ThreadContext thread, out int run)
    {
        var settings = mailbox.Instrumentation.Settings;
        var listening = Listening.Now(settings);

        // An actor that starts gets its relay, and a ring for its last messages, at any moment.
        if (!mailbox.SendersDraw
            || !mailbox.Running.MayBeLight(settings, listening)
            || mailbox.Relay is not null
            || thread.Relay is not null
            || (listening.ToSpans && !HandlerContext.IsEmpty))
        {
            run = 0;
            return false;
        }

        run = mailbox.Running.BeginLight();
        return true;
    }

    /// <summary>A run begins. Returns the run's number for <see cref="EndRun"/>.</summary>
    /// <param name="mailbox">The mailbox.</param>
    /// <param name="thread">The context of this thread.</param>
    /// <param name="mayTrace">What <see cref="MayTrace"/> said.</param>
    public static int BeginRun(this MailboxRecorder mailbox, ThreadContext thread, bool mayTrace = true)
    {
        var run = mailbox.Running.Begin(mailbox);
        var settings = mailbox.Instrumentation.Settings;
        mailbox.Messages.Follow(settings.Rules, mailbox);
        if (mayTrace && mailbox.Messages.Rules is not { RunsStreams: true })
        {
            BeginTracing(mailbox, settings);
        }
        else
        {
            mailbox.Running.ListenToMetrics(settings);
            mailbox.Candidate.Stop();
            mailbox.Running.ExpectFirst(mailbox.SendersDraw, keepsLast: mailbox.Last is not null);
        }

        if (!ReferenceEquals(thread.Relay, mailbox.Relay))
        {
            thread.Relay = mailbox.Relay;
            mailbox.Relay?.RunBegins(isHeard: mailbox.Running.Listening.ToSpans || mailbox.Running.Listening.ToCounts);
        }

        mailbox.Running.Repeat(
            mailbox.SendersDraw && ReferenceEquals(mailbox.Messages.Rules?.Set, settings.Rules) ? settings : null,
            isPlain: !mailbox.Running.Listening.ToSpans || !(mailbox.Candidate.IsAboutTime || mailbox.Instrumentation.Roots.AsksSdk));
        mailbox.Depths.Begin(mailbox);
        return run;
    }

    /// <summary>
    /// The run has returned from the mailbox. The next run may already be active on another thread.
    /// </summary>
    /// <param name="mailbox">The mailbox.</param>
    /// <param name="run">The run's number.</param>
    /// <param name="thread">The context of this thread.</param>
    /// <param name="outer">What the thread had before the run. A run inside a handler gives it back.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void EndRun(this MailboxRecorder mailbox, int run, ThreadContext thread, Outer outer)
    {
        mailbox.Running.End(mailbox, run);
        if (!ReferenceEquals(thread.Relay, outer.Relay))
        {
            thread.Relay = outer.Relay;
        }

        if (!ReferenceEquals(thread.Activity, outer.Activity))
        {
            thread.EndRun(outer.Activity, isAwaited: mailbox.Running.Dequeue != DequeueState.FoundEmpty && mailbox.Owner.IsAwaiting);
        }
    }

    private static void BeginTracing(MailboxRecorder mailbox, InstrumentationSettings settings)
    {
        mailbox.Running.Listen(settings);
        var toSpans = mailbox.Running.Listening.ToSpans;
        if (toSpans)
        {
            mailbox.Instrumentation.SchedulerStart.EnsureStarted();
        }

        mailbox.Candidate.Listen(toSpans, mailbox.Instrumentation.RetroactiveSpans);
        mailbox.Running.ExpectFirst(mailbox.SendersDraw && !toSpans, keepsLast: mailbox.Last is not null);
    }

    /// <summary>What a thread has when a run begins.</summary>
    /// <param name="Activity">What <see cref="ThreadContext.BeginRun"/> returned.</param>
    /// <param name="Relay"><see cref="ThreadContext.Relay"/>.</param>
    internal readonly record struct Outer(NonRecordingActivity? Activity, Relay? Relay)
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Outer Of(ThreadContext thread) => new(thread.BeginRun(), thread.Relay);
    }
}
