namespace AkkaInstrumentation.Tests.Stress;

/// <summary>Handles at once; throws, stops itself, stashes.</summary>
internal sealed class Worker(Mix mix, int place) : UntypedActor, IWithUnboundedStash
{
    public IStash Stash { get; set; } = null!;

    protected override void OnReceive(object message)
    {
        if (message is Flush)
        {
            Stash.UnstashAll();
        }
        else if (message is Job job)
        {
            var handling = new Handling(mix, job, Context);
            if (handling.Stashes)
            {
                handling.Stashed();
                Stash.Stash();
                return;
            }

            handling.Answer();
            handling.GoOn(Context.System.Scheduler);
            if (handling.Stops)
            {
                Context.Stop(Self);
                mix.Replace(place);
            }
            else if (handling.Throws)
            {
                handling.Throw();
            }
        }
    }
}

/// <summary>Handles with awaits. One that is stopped from outside, also while it awaits, throws nothing: nobody would hear of it.</summary>
internal sealed class AsyncWorker : ReceiveActor, IWithUnboundedStash
{
    public AsyncWorker(Mix mix, bool throws)
    {
        Receive<Flush>(_ => Stash.UnstashAll());
        ReceiveAsync<Job>(async job =>
        {
            var handling = new Handling(mix, job, Context);
            if (handling.Stashes)
            {
                handling.Stashed();
                Stash.Stash();
                return;
            }

            handling.Answer();
            var scheduler = Context.System.Scheduler;
            if (throws && handling.Throws)
            {
                handling.Throw();
            }

            await handling.GoOnAsync(scheduler);
            if (throws && handling.Throws)
            {
                handling.Throw();
            }
        });
    }

    public IStash Stash { get; set; } = null!;
}
