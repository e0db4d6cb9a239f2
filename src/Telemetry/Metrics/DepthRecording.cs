namespace AkkaInstrumentation;

/// <summary>The depth of one mailbox, recorded about once per run for the peak.</summary>
internal struct DepthRecording
{
    public DepthPeak Peak;

    // The peak contains the depth that the last run left. A run that a sender starts has to read the depth.
    private bool _isNoted;

    /// <summary>Called when a run begins. Reads the depth, unless the end of the last run has recorded it.</summary>
    public void Begin(ObservedMailbox mailbox)
    {
        if (!TryTakeNoted())
        {
            Record(mailbox);
        }
    }

    /// <summary>The same, when the depth has been read. Mostly it is no peak, and nobody has to be asked.</summary>
    public void Begin(int depth)
    {
        if (!TryTakeNoted() && Peak.IsBelow(depth) && ObservableInstruments.WantsPeak)
        {
            Peak.Record(depth);
        }
    }

    /// <summary>Reads the depth.</summary>
    public void Record(ObservedMailbox mailbox)
    {
        if (ObservableInstruments.WantsPeak)
        {
            Peak.Record(mailbox.DepthOrNone);
        }
    }

    /// <summary>
    /// Called when a run has ended and Akka has read the number of messages left. The next run finds this number or more. Senders write to the
    /// memory that is read for it, so a second read would wait for them again. Runs on the thread that reads the number; another thread may
    /// already run the mailbox.
    /// </summary>
    public void NoteRemaining(int depth)
    {
        var noted = depth > 0 && ObservableInstruments.WantsPeak;
        if (noted)
        {
            Peak.Record(depth);
        }

        if (noted != _isNoted)
        {
            _isNoted = noted;
        }
    }

    private bool TryTakeNoted()
    {
        if (!_isNoted)
        {
            return false;
        }

        _isNoted = false;
        return true;
    }
}
