namespace AkkaInstrumentation.Tests;

/// <summary>
/// Every interleaving of a few successive runs of one mailbox, each a row of atomic steps as in
/// <see cref="MailboxRecorder"/>: take, look at what the last run left, work, and, while the next run may be under way,
/// leave. Finds invokes that are closed twice, never, or while their handler awaits.
/// </summary>
internal sealed class InvokeOwnerModel(InvokeOwnerModel.Kind kind, IReadOnlyList<InvokeOwnerModel.Work> script)
{
    private readonly HashSet<string> _visited = [];
    private readonly SortedSet<string> _problems = new(StringComparer.Ordinal);

    /// <summary>What stands behind the owner's two operations.</summary>
    internal enum Kind
    {
        /// <summary>The real <see cref="InvokeOwner"/>, each call one step.</summary>
        Real,

        /// <summary>The real one, and a run that finds nothing open takes it only when it opens a message.</summary>
        RealAndLight,

        /// <summary>A wrong one, to see that the model finds it: such a run never takes it.</summary>
        LightWithoutHolding,

        /// <summary>A copy of its logic with the read and the write of Take as two steps.</summary>
        TakeInTwoSteps,

        /// <summary>A wrong one, to see that the model finds it: Leave writes without comparing.</summary>
        LeaveWithoutComparing,

        /// <summary>A wrong one: Take never exchanges, it always just writes over what it has read.</summary>
        TakeWithoutExchange,
    }

    /// <summary>What a run finds in its mailbox.</summary>
    internal enum Work
    {
        Nothing,
        Message,
        MessageWhoseHandlerAwaits,
        EndOfTheAwaitingHandler,
    }

    private bool IsLight => kind is Kind.RealAndLight or Kind.LightWithoutHolding;

    private bool IsReal => kind == Kind.Real || IsLight;

    public int States => _visited.Count;

    public IReadOnlyCollection<string> Explore()
    {
        Explore(new InvokeOwnerState(script.Count));
        return _problems;
    }

    private void Explore(InvokeOwnerState state)
    {
        if (!_visited.Add(state.Key))
        {
            return;
        }

        var done = true;
        for (var run = 0; run < script.Count; run++)
        {
            if (state.MayStep(run))
            {
                done = false;
                var next = state.Clone();
                Step(next, run);
                Explore(next);
            }
        }

        if (done)
        {
            Judge(state);
        }
    }

    private void Step(InvokeOwnerState state, int run)
    {
        switch (state.At[run]++)
        {
            case InvokeOwnerState.ReadHolder:
                state.Before[run] = state.Holder;
                break;
            case InvokeOwnerState.TakeHolder:
                Take(state, run);
                break;
            case InvokeOwnerState.LookBack:
                LookBack(state, run);
                break;
            case InvokeOwnerState.DoWork:
                DoWork(state, run);
                break;
            case InvokeOwnerState.AskHeld:
                state.At[run] = IsHeldBy(state, run) ? state.At[run] : InvokeOwnerState.Done;
                break;
            case InvokeOwnerState.CopyOpen:
                state.Last[run] = state.Open;
                break;
            case InvokeOwnerState.AskAwaiting:
                state.Awaits[run] = state.Awaiting;
                break;
            case InvokeOwnerState.LeaveHolder:
                Leave(state, run);
                break;
        }
    }

    private void Take(InvokeOwnerState state, int run)
    {
        if (IsLight && state.Owner.IsFree && state.Open == 0)
        {
            _ = state.Owner.Pass();
            state.Light[run] = true;
            return;
        }

        if (IsReal)
        {
            _ = state.Owner.Take(out var left);
            state.Before[run] = left switch
            {
                InvokeOwner.Left.Nothing => 0,
                InvokeOwner.Left.AwaitingHandler => -1,
                _ => 1,
            };
            return;
        }

        if (state.Before[run] != 0 && kind != Kind.TakeWithoutExchange)
        {
            state.Before[run] = state.Holder;
        }

        state.Holder = run + 1;
    }

    private void LookBack(InvokeOwnerState state, int run)
    {
        if (state.Before[run] == 0)
        {
            state.Open = 0;
        }
        else if (state.Before[run] > 0 && state.Open != 0 && !state.Awaiting)
        {
            Close(state, state.Open);
            state.Open = 0;
        }
    }

    private void DoWork(InvokeOwnerState state, int run)
    {
        state.Awaiting &= script[run] != Work.EndOfTheAwaitingHandler;
        if (state.Awaiting)
        {
            return; // the mailbox is suspended: nothing is dequeued
        }

        if (state.Open != 0)
        {
            Close(state, state.Open);
            state.Open = 0;
        }

        if (script[run] is Work.Message or Work.MessageWhoseHandlerAwaits)
        {
            if (state.Light[run] && kind == Kind.RealAndLight)
            {
                state.Owner.Hold();
            }

            state.Open = run + 1;
            state.Opened[run] = true;
            state.Awaiting = script[run] == Work.MessageWhoseHandlerAwaits;
        }
    }

    private void Leave(InvokeOwnerState state, int run)
    {
        var awaiting = state.Last[run] != 0 && state.Awaits[run];
        var left = IsReal
            ? state.Owner.Leave(run + 1, awaiting)
            : state.Holder == run + 1 || kind == Kind.LeaveWithoutComparing;
        if (left)
        {
            state.Holder = awaiting ? -1 : 0;
            if (!awaiting && state.Last[run] != 0)
            {
                Close(state, state.Last[run]);
            }
        }
    }

    private bool IsHeldBy(InvokeOwnerState state, int run) =>
        IsReal ? state.Owner.IsHeldBy(run + 1) : state.Holder == run + 1;

    private void Close(InvokeOwnerState state, int message)
    {
        state.Closed[message - 1]++;
        if (state.Awaiting && state.Open == message)
        {
            _problems.Add($"message {message} closed while its handler awaits");
        }
    }

    private void Judge(InvokeOwnerState state)
    {
        for (var message = 0; message < script.Count; message++)
        {
            var awaits = state.Awaiting && state.Open == message + 1;
            var expected = state.Opened[message] && !awaits ? 1 : 0;
            if (state.Closed[message] != expected)
            {
                _problems.Add($"message {message + 1} closed {state.Closed[message]} times instead of {expected}");
            }
        }
    }
}
