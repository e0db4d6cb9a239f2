namespace AkkaInstrumentation.Tests.Stress;

/// <summary>One message at an actor: what it finds, and what it does, by the message's own chance.</summary>
internal sealed class Handling
{
    private readonly Mix _mix;
    private readonly Job _job;
    private readonly Random _random;
    private readonly Activity? _found;
    private readonly IActorRef _self;
    private readonly IActorRef _sender;

    public Handling(Mix mix, Job job, IActorContext context)
    {
        _mix = mix;
        _job = job;
        _random = new Random(job.Seed);
        _found = Activity.Current;
        _self = context.Self;
        _sender = context.Sender;
        mix.Books.Arrived(job);
        mix.Books.Check(job.MayFind(_found), () => $"{job}, sent in {job.Sent}, finds {Found}");

        // a trace passes through a message without a span
        In = _found is null && job is Never ? job.Sent : Where.Of(_found);
        if (job is not Cursed && job.WasStashedIn is { } before)
        {
            mix.Books.Check(before.In == In.In, () => $"{job} was stashed in {before} and is now in {In}");
        }
    }

    private Where In { get; }

    private string Found =>
        $"{Where.Of(_found)} below {_found?.ParentSpanId}, of {_found?.GetTagItem(AkkaSpanAttributes.MessageType)} {_found?.GetTagItem(AkkaSpanAttributes.ActorPath)}";

    public bool Stashes => _job.WasStashedIn is null && _random.Next(20) == 0;

    public void Stashed() => _job.WasStashedIn = In;

    public bool Stops => _random.Next(200) == 0;

    public bool Throws => _random.Next(30) == 0;

    public void Throw() =>
        _mix.Books.Throw(In.In == Where.Kind.Span && _found is not null && !ReferenceEquals(_found, PassThroughContext.Current?.Span));

    public void Answer()
    {
        _mix.Books.Handled(_job);
        if (!_sender.IsNobody())
        {
            _sender.Tell("done");
        }
    }

    /// <summary>Without waiting for anything.</summary>
    public void GoOn(IScheduler scheduler)
    {
        var hops = _job.Hops - 1;
        if (hops < 0)
        {
            return;
        }

        switch (_random.Next(12))
        {
            case 0:
                var (receiver, scheduled) = Next(Way.Scheduled, default, hops);
                scheduler.ScheduleTellOnce(TimeSpan.FromMilliseconds(1), receiver, scheduled, ActorRefs.NoSender);
                break;
            case 1:
                var (target, job) = Next(Way.FromTask, Where.Here, hops);
                Task.Run(() => target.Tell(job, ActorRefs.NoSender));
                break;
            case 2:
                Pipe(hops);
                break;
            case 3:
                Ask(hops).PipeTo(_self);
                break;
            case 4:
                Tell(Way.ToldFromSelf, hops, _self);
                goto default;
            default:
                Tell(Way.Told, hops, _sender is ActorRefWithCell ? _sender : ActorRefs.NoSender!);
                break;
        }

        Check();
    }

    public async Task GoOnAsync(IScheduler scheduler)
    {
        for (var awaits = _random.Next(4); awaits > 0; awaits--)
        {
            switch (_random.Next(3))
            {
                case 0:
                    await Task.Delay(1);
                    break;
                case 1:
                    await Task.Run(static () => { });
                    break;
                case var _ when _job.Hops > 0:
                    await Ask(_job.Hops - 1);
                    break;
            }

            Check();
            GoOn(scheduler);
        }
    }

    private void Check() =>
        _mix.Books.Check(ReferenceEquals(_found, Activity.Current), () => $"{_job} began in {Where.Of(_found)} and is in {Where.Here}");

    private (IActorRef Target, Job Job) Next(Way way, Where sent, int hops)
    {
        var target = _mix.Any(_random);
        return (target, _mix.New(way, target, sent, hops, _random));
    }

    private void Tell(Way way, int hops, IActorRef sender)
    {
        var (target, job) = Next(way, In, hops);
        target.Tell(job, sender);
    }

    private async Task<object> Ask(int hops)
    {
        try
        {
            var (target, job) = Next(Way.Asked, In, hops);
            return await target.Ask<object>(job, TimeSpan.FromMilliseconds(20));
        }
        catch (Exception e) when (e is AskTimeoutException or TaskCanceledException)
        {
            return "no answer";
        }
    }

    // It completes when PipeTo is there already, which goes on in the thread pool, whatever scheduler the handler runs on: an actor that awaits may
    // have told this one on its own thread. There no trace passes through.
    private void Pipe(int hops)
    {
        var job = _mix.New(Way.Piped, _self, Where.Here, hops, _random);
        var result = new TaskCompletionSource<object>(TaskCreationOptions.RunContinuationsAsynchronously);
        result.Task.PipeTo(_self);
        result.SetResult(job);
    }
}
