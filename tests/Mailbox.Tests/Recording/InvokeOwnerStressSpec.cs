namespace AkkaInstrumentation.Tests;

[Collection(Alone.Name)]
public sealed class InvokeOwnerStressSpec
{
    private const int Runs = 1_000_000;

    private readonly byte[] _closed = new byte[Runs];
    private InvokeOwner _owner;
    private int _open = -1;
    private int _overtaken;

    [Fact]
    public async Task Of_a_million_runs_on_two_threads_each_invoke_is_closed_exactly_once()
    {
        var runs = await Relay.Run(Runs, OneRun);

        Assert.Equal(-1, _closed.AsSpan(0, runs).IndexOfAnyExcept((byte)1));
        Assert.True(_owner.IsFree);
        Assert.InRange(_overtaken, 0, runs);
    }

    // The same steps as in MailboxRecorder, with a number in the place of an invoke.
    private void OneRun(int number, Action free)
    {
        var run = _owner.Take(out var left);
        if (left == InvokeOwner.Left.Nothing)
        {
            _open = -1;
        }
        else if (_open >= 0)
        {
            _overtaken++;
            Close(ref _open);
        }

        _open = number;
        free();
        if (_owner.IsHeldBy(run))
        {
            var last = _open;
            if (_owner.Leave(run, awaiting: false) && last >= 0)
            {
                Close(ref last);
            }
        }
    }

    private void Close(ref int invoke)
    {
        _closed[invoke]++;
        invoke = -1;
    }
}
